/**
 * What has to be known of every program that the app starts, whoever brings it along: the files that an approval covers
 * with it, {@link io.tapgateway.app.program.NamedFiles}, and how others wait for the thread that looks after it, {@link
 * io.tapgateway.app.program.PatientThread}. No threads of its own.
 */
@NullMarked
package io.tapgateway.app.program;

import org.jspecify.annotations.NullMarked;
