package io.tapgateway.benchmarks.load;

import java.util.logging.Level;
import java.util.logging.Logger;

/** Keeps the libraries' greetings off the terminal. */
public final class QuietLibraries {
    private static final Logger ROOT = Logger.getLogger("");

    private QuietLibraries() {}

    public static void hush() {
        ROOT.setLevel(Level.WARNING);
    }
}
