/**
 * The programs {@code chaos} and {@code verify}: they read what is wanted, put cluster, clients,
 * nemesis, checkers and report together, and end with a code that says whether every promise was
 * kept.
 */
@NullMarked
package io.tenure.chaos;

import org.jspecify.annotations.NullMarked;
