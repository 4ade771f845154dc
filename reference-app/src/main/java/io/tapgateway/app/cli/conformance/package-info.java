/**
 * Whether a gateway or a provider keeps to the protocol, for those who write one.
 *
 * <p>Both commands take {@code SuiteOption}, which chooses the cases, prints the report and knows the exit code.
 * Everything runs on the main thread.
 */
@NullMarked
package io.tapgateway.app.cli.conformance;

import org.jspecify.annotations.NullMarked;
