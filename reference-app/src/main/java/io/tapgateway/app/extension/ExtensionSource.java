package io.tapgateway.app.extension;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where the extensions of a session come from; it is looked at again for each reload (Z-002, Z-003, Z-105). Immutable.
 *
 * @param named directories that somebody has named
 * @param zotHome where the user's own are, and those of the session's directory are taken with them; empty if neither
 *     is to be started
 * @param pinned those of them that are started only as they were when somebody named them (Z-025)
 * @param failOpen which of them let pass what they do not decide about, whatever the settings say (Z-067)
 */
public record ExtensionSource(List<Path> named, Set<Path> pinned, Optional<Path> zotHome, Set<String> failOpen) {
    public ExtensionSource {
        named = List.copyOf(named);
        pinned = Set.copyOf(pinned);
        failOpen = Set.copyOf(failOpen);
    }

    /** Those in directories that somebody names. */
    public static ExtensionSource ofDirectories(List<Path> named) {
        return new ExtensionSource(named, Set.of(), Optional.empty(), Set.of());
    }

    /** Nothing. */
    static ExtensionSource none() {
        return ofDirectories(List.of());
    }

    /** This, and a directory more, as it is now. */
    ExtensionSource with(Path directory) {
        Set<Path> more = new LinkedHashSet<>(named);
        more.add(directory);
        Set<Path> asTheyAre = new LinkedHashSet<>(pinned);
        asTheyAre.add(directory);
        return new ExtensionSource(new ArrayList<>(more), asTheyAre, zotHome, failOpen);
    }

    /** What is found by now. */
    List<FoundExtension> scan(Path project, ExtensionScan.Approved approved, Set<String> required) {
        return zotHome.map(it -> ExtensionScan.ofAll(named, project, it, approved, required))
                .orElseGet(() -> ExtensionScan.ofDirectories(named));
    }

    /** What the user has said, here and in the settings. */
    ExtensionSettingsFile settings(ExtensionSettingsFile said) {
        ExtensionSettingsFile all = said;
        for (String name : failOpen) {
            all = all.withFailOpen(name);
        }
        return all;
    }
}
