/**
 * Fuzzing of everything that reads what others have written.
 *
 * <p>A target is a class with a method {@code fuzzerTestOneInput(byte[])}, which fails where a promise is broken;
 * {@code FuzzTarget} lists them. {@code FuzzCorpusTest} plays the seeds, every input that has ever failed and a number
 * of their variations, in every build. {@code FuzzingTest} starts Jazzer, in thorough runs: as a process of its own,
 * because its agent rewrites classes, and on JDK 17 makes them lose the names of parameters.
 *
 * <p>An input that fails is written below {@code target/fuzz}. Put it into {@code src/test/resources/fuzz} in the
 * directory of its target, and mend what it shows.
 */
@NullMarked
package io.tapgateway.transport.ws.fuzz;

import org.jspecify.annotations.NullMarked;
