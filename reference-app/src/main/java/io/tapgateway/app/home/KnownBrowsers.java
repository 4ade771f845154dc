package io.tapgateway.app.home;

import io.tapgateway.app.console.BrowserMemory;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The browsers that have been let into the console of a home: public keys, one a line. A file that cannot be used costs
 * the owner a new link, nothing else. Confined to whoever holds the home.
 */
public final class KnownBrowsers implements BrowserMemory {
    private static final Logger LOG = LoggerFactory.getLogger(KnownBrowsers.class);
    static final String FILE = "known-browsers";

    private final HomeDirectory home;

    private KnownBrowsers(HomeDirectory home) {
        this.home = home;
    }

    /** Those of a home. */
    public static KnownBrowsers in(HomeDirectory home) {
        return new KnownBrowsers(home);
    }

    @Override
    public List<String> recall() {
        try {
            return SecretFile.read(home.path().resolve(FILE)).orElse("").lines().toList();
        } catch (Problem e) {
            LOG.warn("{} Browsers need a new link.", e.sentence());
            return List.of();
        }
    }

    @Override
    public void keep(List<String> keys) {
        try {
            var unused = SecretFile.write(ClaimedHome.prepare(home), FILE, String.join("\n", keys) + "\n");
        } catch (Problem e) {
            LOG.warn("{} After a restart browsers need a new link.", e.sentence());
        }
    }
}
