/**
 * Files that an operator replaces while a node runs: whether they changed, what they say now, and
 * whether others than their owner may read them.
 */
@NullMarked
package io.tenure.files;

import org.jspecify.annotations.NullMarked;
