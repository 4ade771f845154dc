package io.tapgateway.programs;

import java.io.InputStream;
import java.io.OutputStream;

/**
 * A program that is talked to over its standard streams. Asked to {@link #stop}, it finds its input closed first.
 * Thread-safe; each stream is for one thread.
 */
public interface InteractiveProgram extends StartedProgram {
    /** What it reads. */
    OutputStream input();

    /** What it prints. */
    InputStream output();

    /**
     * Says that {@link #stop} follows, for which the program has been asked in its own words already: its time begins
     * now, and its input is still open.
     */
    default void stopsSoon() {}
}
