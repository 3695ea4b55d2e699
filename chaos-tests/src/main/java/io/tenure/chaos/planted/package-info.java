/**
 * Bugs that are planted on purpose, to show that the checkers can fail. A bug is a file in {@code
 * chaos-tests/planted}: which lines of the product's source it replaces, and the run that exposes
 * it. The changed classes are compiled at run time into a copy of the distribution. Neither the
 * files nor what comes of them is ever part of an artifact, so this works in a source tree only.
 */
@NullMarked
package io.tenure.chaos.planted;

import org.jspecify.annotations.NullMarked;
