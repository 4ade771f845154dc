package io.tapgateway.app.endurance;

import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a long run has measured, for whoever reads its output. Thread-safe. */
public final class Figures {
    private static final Logger LOG = LoggerFactory.getLogger(Figures.class);

    private Figures() {}

    public static void say(String format, Object... figures) {
        LOG.warn("{}", String.format(Locale.ROOT, format, figures));
    }
}
