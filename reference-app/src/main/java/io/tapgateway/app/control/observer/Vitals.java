package io.tapgateway.app.control.observer;

import io.tapgateway.app.session.Absence;
import io.tapgateway.runtime.PairingPolicy;
import java.nio.file.Path;

/**
 * Which process answers, and what it was started with. Immutable.
 *
 * @param started ISO-8601
 */
public record Vitals(long pid, String version, String started, Way way, Terms terms) {
    /**
     * How commands lead to it that are shown to be typed. Immutable.
     *
     * @param command what the person calls the program, as a shell takes it
     * @param home where it keeps its files
     * @param usualHome whether commands find that home by themselves
     */
    public record Way(String command, Path home, boolean usualHome) {}

    /**
     * What was settled when it was started, for those who would have started it otherwise. Immutable.
     *
     * @param pairing who may ask for a pairing code
     * @param absent what becomes of questions while nobody is there
     * @param emitters whether agents may run commands in the background, in every session
     * @param recording whether what is said in calls is recorded from the start
     */
    public record Terms(PairingPolicy pairing, Absence absent, boolean emitters, boolean recording) {}
}
