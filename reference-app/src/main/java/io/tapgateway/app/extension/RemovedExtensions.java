package io.tapgateway.app.extension;

import io.tapgateway.app.home.ClaimedHome;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.zot.Manifest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The names of extensions that the user has removed: what they have guarded is free, unlike that of one which is only
 * missing, since whoever wants to be rid of a guard might delete it (Z-070). Confined to one thread.
 */
public final class RemovedExtensions {
    /** How many names are remembered. */
    static final int MAX_REMEMBERED = 200;

    private static final String FILE = "removed-extensions";

    private final HomeDirectory home;

    private RemovedExtensions(HomeDirectory home) {
        this.home = home;
    }

    /** Those of a home. */
    public static RemovedExtensions in(HomeDirectory home) {
        return new RemovedExtensions(home);
    }

    /** Remembers that the user has removed one. */
    public void add(Manifest manifest) throws Problem {
        List<String> names = new ArrayList<>(folded());
        names.remove(manifest.provider().folded());
        names.add(manifest.provider().folded());
        write(names.subList(Math.max(0, names.size() - MAX_REMEMBERED), names.size()));
    }

    /** Forgets it of those that are there again. */
    void forget(Collection<ProviderName> present) throws Problem {
        Set<String> there = present.stream().map(ProviderName::folded).collect(Collectors.toSet());
        List<String> names = new ArrayList<>(folded());
        if (names.removeIf(there::contains)) {
            write(names);
        }
    }

    /** All of them. */
    Set<ProviderName> names() throws Problem {
        return folded().stream().map(ProviderName::new).collect(Collectors.toSet());
    }

    private List<String> folded() throws Problem {
        return SecretFile.read(home.path().resolve(FILE))
                .orElse("")
                .lines()
                .filter(it -> ExtensionsOfSession.isName(it) && it.equals(it.toLowerCase(Locale.ROOT)))
                .toList();
    }

    private void write(List<String> names) throws Problem {
        var unused = SecretFile.write(ClaimedHome.prepare(home), FILE, String.join("\n", names) + "\n");
    }
}
