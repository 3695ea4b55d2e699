package io.tenure.link;

/**
 * How long things may take on a link.
 *
 * @param connectMillis until a connection is made
 * @param greetingMillis until the other side has said who it is
 * @param speakMillis after so long without a word, a side shows that it is alive
 * @param silenceMillis after so long without a word of the other side, a connection is given up
 * @param shortestPauseMillis before a connection that has ended is opened again
 * @param longestPauseMillis the same after several attempts in vain
 */
record LinkTimes(
    int connectMillis,
    int greetingMillis,
    int speakMillis,
    int silenceMillis,
    int shortestPauseMillis,
    int longestPauseMillis) {

  static final LinkTimes DEFAULT = new LinkTimes(1_000, 5_000, 1_000, 4_000, 50, 1_000);
}
