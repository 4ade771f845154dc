/**
 * How texts of providers are put before a model: cleaned of what hides or deceives, and in an envelope that says whose
 * they are.
 *
 * <p>Pure functions of their arguments, for hosts as well as for the gateway itself.
 */
@NullMarked
package io.tapgateway.runtime.text;

import org.jspecify.annotations.NullMarked;
