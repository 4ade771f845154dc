package io.tapgateway.app.project;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How a program is. Immutable.
 *
 * @param state {@code running}, {@code waiting} to be started again, {@code ended} or {@code given_up}
 * @param pid of the process that holds it, while it runs
 * @param failures how often in a row it has ended soon after its start
 * @param exitCode of its last end, if there was one
 */
public record ProgramView(ProgramSpec program, String state, OptionalLong pid, int failures, OptionalInt exitCode) {}
