/**
 * The port between those who ask and those who replicate: the dialects call it, the replication
 * implements it, and neither knows the other.
 */
@NullMarked
package io.tenure.service;

import org.jspecify.annotations.NullMarked;
