/**
 * The record of who has let tools be used and who has not, which outlives the gateway (G-044).
 * {@link io.tapgateway.app.audit.Audit} hears of answers and makes an
 * {@link io.tapgateway.app.audit.AuditLine} of each; {@link io.tapgateway.app.audit.AuditFile} keeps the newest of
 * them in the home. Lines are written on the thread that brings the answer.
 */
@NullMarked
package io.tapgateway.app.audit;

import org.jspecify.annotations.NullMarked;
