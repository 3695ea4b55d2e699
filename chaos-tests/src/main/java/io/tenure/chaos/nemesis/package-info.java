/**
 * What goes wrong: named faults that begin, hold for a while and heal, a schedule of them drawn
 * from a seed, and the nemesis that lets them happen and writes down which did. A fault finds its
 * victim when it begins, knowing who leads at that moment.
 */
@NullMarked
package io.tenure.chaos.nemesis;

import org.jspecify.annotations.NullMarked;
