/** How the programs end: exit codes, and the exception that leads to one. */
@NullMarked
package io.tenure.cli.exit;

import org.jspecify.annotations.NullMarked;
