/** What a configuration may say, and what is answered when it says something else. */
@NullMarked
package io.tenure.config;

import org.jspecify.annotations.NullMarked;
