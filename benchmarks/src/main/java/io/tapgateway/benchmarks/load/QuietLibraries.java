package io.tapgateway.benchmarks.load;

import java.util.logging.Level;
import java.util.logging.Logger;

/** Keeps the libraries' greetings off the terminal. */
final class QuietLibraries {
    private static final Logger ROOT = Logger.getLogger("");

    private QuietLibraries() {}

    static void hush() {
        ROOT.setLevel(Level.WARNING);
    }
}
