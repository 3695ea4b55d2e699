/**
 * JSON as bytes: a reader that walks one object without building a tree, and a writer that knows
 * the forms of numbers and times that our wires use. The only importer of Jackson's streaming
 * parser; it depends on no other package of ours.
 */
@NullMarked
package io.tenure.gateway.json;

import org.jspecify.annotations.NullMarked;
