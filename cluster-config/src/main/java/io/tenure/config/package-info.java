/**
 * The configuration of a cluster: one file that all nodes share, read into records. {@link
 * io.tenure.config.SettingTable} is the only place that names a setting; the parser, its messages,
 * the listing and the document all come from it. Every mistake in a file is reported at once, with
 * its line and what is allowed there.
 */
@NullMarked
package io.tenure.config;

import org.jspecify.annotations.NullMarked;
