/**
 * The protocol as plain text: what a provider says, what the gateway answers, and what the session's host sees of it.
 *
 * <p>A {@link io.tapgateway.testkit.transcript.Transcript} is read from a file; its lines, with includes and
 * repetitions resolved, are played one by one by a {@link io.tapgateway.testkit.transcript.TranscriptRunner} on a
 * {@link io.tapgateway.testkit.transcript.Stage}: a real gateway under virtual time, or one behind a real transport.
 * The language is described in {@code transcripts/README.md} beside the files. Everything runs on the thread of the
 * test.
 */
@NullMarked
package io.tapgateway.testkit.transcript;

import org.jspecify.annotations.NullMarked;
