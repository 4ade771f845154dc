package io.tapgateway.runtime.loop;

/** Something that was noted inside the loop and is carried out after it. */
@FunctionalInterface
interface Departure {
    /** Carries it out, on the thread that has just left the loop. */
    void flush();
}
