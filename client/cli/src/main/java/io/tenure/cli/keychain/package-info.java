/**
 * The keychain: a process that makes and renews claims for a main program in any language, by one
 * JSON object per line on standard input and output. docs/keychain.md is its contract.
 */
@NullMarked
package io.tenure.cli.keychain;

import org.jspecify.annotations.NullMarked;
