package io.tapgateway.app.extension;

import io.tapgateway.app.extension.FoundExtension.Fate;
import io.tapgateway.app.extension.FoundExtension.Scope;
import io.tapgateway.app.home.Problem;
import io.tapgateway.zot.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds extensions, in the order in which they win: those that somebody names, those of a project, those of the user
 * (Z-003, Z-004). Those of a project are started only if the user has approved them, since a cloned repository may have
 * some (Z-024). Confined to one thread.
 */
public final class ExtensionScan {
    /** How many may run in one session (Z-008). */
    public static final int MAX_EXTENSIONS = 50;

    private static final String FOLDER = "extensions";

    private final Map<String, Manifest> winners = new LinkedHashMap<>();
    private final List<FoundExtension> found = new ArrayList<>();

    private final Approved approved;

    /** The names of those that no project can take the place of, folded (Z-007). */
    private final Set<String> guarded;

    private ExtensionScan(Approved approved, Set<String> guarded) {
        this.approved = approved;
        this.guarded = guarded;
    }

    /** What the user lets run of what projects bring. */
    @FunctionalInterface
    public interface Approved {
        /** Nothing at all. */
        Approved NOTHING = manifest -> false;

        /**
         * Whether it may run as it is now.
         *
         * @throws Problem if it cannot be looked at
         */
        boolean contain(Manifest manifest) throws Problem;
    }

    /** Those in the directories that somebody names, in this order. */
    public static List<FoundExtension> ofDirectories(List<Path> named) {
        return new ExtensionScan(Approved.NOTHING, Set.of()).explicit(named).found;
    }

    /**
     * The same, and all that are installed.
     *
     * @param project the directory of the session
     * @param zotHome where the user's own are
     * @param required the names of those without whom no tool is used
     */
    public static List<FoundExtension> ofAll(
            List<Path> named, Path project, Path zotHome, Approved approved, Set<String> required) {
        ExtensionScan scan = new ExtensionScan(approved, guarded(zotHome, required)).explicit(named);
        ofProjectFolder(project).forEach(it -> scan.look(Scope.PROJECT, it));
        directories(zotHome.resolve(FOLDER)).forEach(it -> scan.look(Scope.GLOBAL, it));
        return scan.found;
    }

    /** What the directory of a session brings along and could be started, whether it is approved or not. */
    static List<Manifest> ofProject(Path project) {
        return ofProjectFolder(project).stream()
                .flatMap(it -> readable(it).stream())
                .toList();
    }

    /** No link of a project is followed, neither to one of its extensions nor to all of them (Z-010). */
    private static List<Path> ofProjectFolder(Path project) {
        Path zot = project.resolve(".zot");
        Path folder = zot.resolve(FOLDER);
        return Files.isDirectory(zot, LinkOption.NOFOLLOW_LINKS) && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                ? directories(folder, LinkOption.NOFOLLOW_LINKS)
                : List.of();
    }

    /** Of those that the user has installed, the ones that are required, and would start. */
    private static Set<String> guarded(Path zotHome, Set<String> required) {
        return required.isEmpty()
                ? Set.of()
                : directories(zotHome.resolve(FOLDER)).stream()
                        .flatMap(it -> readable(it).stream())
                        .filter(Manifest::enabled)
                        .filter(it -> required.stream()
                                .anyMatch(name -> name.equalsIgnoreCase(it.name())
                                        || name.equalsIgnoreCase(it.provider().value())))
                        .map(it -> it.provider().folded())
                        .collect(Collectors.toSet());
    }

    private static Optional<Manifest> readable(Path directory) {
        try {
            return Manifest.read(directory);
        } catch (IOException unusable) {
            return Optional.empty();
        }
    }

    /** Where zot has the extensions of a user (Z-003). */
    public static Path zotHome(Map<String, String> environment, String system, Path userHome) {
        Optional<Path> own = directory(environment, "ZOT_HOME");
        if (own.isPresent()) {
            return own.get();
        }
        return system.startsWith("Mac")
                ? userHome.resolve("Library/Application Support/zot")
                : directory(environment, "XDG_STATE_HOME")
                        .orElseGet(() -> userHome.resolve(".local/state"))
                        .resolve("zot");
    }

    private static Optional<Path> directory(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name))
                .filter(it -> !it.isBlank())
                .map(Path::of);
    }

    private ExtensionScan explicit(List<Path> named) {
        named.forEach(it -> look(Scope.EXPLICIT, it));
        return this;
    }

    /** In the order of the bytes of their names (Z-004). */
    private static List<Path> directories(Path folder, LinkOption... links) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(it -> Files.isDirectory(it, links))
                    .sorted(Comparator.comparing(Path::toString))
                    .toList();
        } catch (IOException none) {
            return List.of();
        }
    }

    private void look(Scope scope, Path directory) {
        try {
            Optional<Manifest> manifest = Manifest.read(directory);
            found.add(
                    manifest.isPresent()
                            ? judged(scope, directory, manifest.get())
                            : new FoundExtension(
                                    scope,
                                    directory,
                                    Optional.empty(),
                                    Fate.NOTHING_TO_START,
                                    "it has no program, and themes and skills are not used here"));
        } catch (Problem e) {
            found.add(new FoundExtension(scope, directory, Optional.empty(), Fate.REFUSED, e.sentence()));
        } catch (IOException e) {
            found.add(new FoundExtension(
                    scope, directory, Optional.empty(), Fate.FAILED, String.valueOf(e.getMessage())));
        }
    }

    private FoundExtension judged(Scope scope, Path directory, Manifest manifest) throws Problem {
        String key = manifest.provider().folded();
        Manifest winner = winners.get(key);
        Fate fate;
        String problem;
        if (!manifest.enabled()) {
            fate = Fate.DISABLED;
            problem = "\"enabled\" is false in its " + Manifest.FILE;
        } else if (scope == Scope.PROJECT && guarded.contains(key)) {
            fate = Fate.REFUSED;
            problem = "you require your own extension of that name, and no project can take its place";
        } else if (scope == Scope.PROJECT && !approved.contain(manifest)) {
            fate = Fate.UNAPPROVED;
            problem = "it belongs to the project, and you have not approved it as it is now; 'tapgateway ext approve "
                    + manifest.provider() + "' shows what it would start";
        } else if (winner != null) {
            fate = Fate.SHADOWED;
            problem = "the extension in " + winner.directory() + " has the same name and comes first";
        } else if (winners.size() >= MAX_EXTENSIONS) {
            fate = Fate.REFUSED;
            problem = "there are " + MAX_EXTENSIONS + " extensions already";
        } else {
            winners.put(key, manifest);
            fate = Fate.STARTED;
            problem = "";
        }
        return new FoundExtension(scope, directory, Optional.of(manifest), fate, problem);
    }
}
