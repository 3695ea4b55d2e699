/**
 * How a question reaches a cluster: requests and replies as data, the port that carries them, and
 * its one implementation over HTTP, which asks the next node when one does not answer.
 */
@NullMarked
package io.tenure.client.transport;

import org.jspecify.annotations.NullMarked;
