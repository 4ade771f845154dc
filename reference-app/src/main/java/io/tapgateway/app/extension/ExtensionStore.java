package io.tapgateway.app.extension;

import io.tapgateway.app.connect.ConfigMember;
import io.tapgateway.app.home.Problem;
import io.tapgateway.zot.Manifest;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The extensions that a user has installed for zot, which are ours as well: added, switched on and off, and removed.
 * Whatever fails leaves nothing behind. Confined to one thread.
 */
public final class ExtensionStore {
    /** How many files an extension may have (Z-109). */
    static final int MAX_FILES = 20_000;

    /** How many bytes they may have (Z-109). */
    static final long MAX_BYTES = 1L << 30;

    private static final int CLONE_SECONDS = 300;

    private final Path zotHome;
    private final Path folder;
    private final Path project;

    /**
     * @param zotHome where zot has what belongs to the user
     * @param project a directory that may bring some of its own
     */
    public ExtensionStore(Path zotHome, Path project) {
        this.zotHome = zotHome;
        this.folder = zotHome.resolve("extensions");
        this.project = project;
    }

    /** Whether a source is the address of a repository rather than a directory. */
    public static boolean isAddress(String source) {
        return source.startsWith("https://") || source.startsWith("ssh://") || source.startsWith("git@");
    }

    /**
     * Copies a directory, or clones a repository, and starts nothing (Z-108, Z-109).
     *
     * @return where it is
     * @throws Problem if it has no manifest that can be used, or is there already
     */
    public Path install(String source) throws Problem {
        if (!isAddress(source) && !Files.isDirectory(Path.of(source))) {
            throw new Problem("There is no directory '" + source + "', and an address begins with https://, ssh:// or"
                    + " git@.");
        }
        Path made = null;
        try {
            Files.createDirectories(folder);
            made = Files.createTempDirectory(folder, ".installing-");
            Path content = made.resolve("content");
            if (isAddress(source)) {
                clone(source, content);
                judge(content);
            } else {
                copy(Path.of(source).toRealPath(), content);
            }
            Optional<Manifest> manifest = Manifest.read(content);
            String name = manifest.map(it -> it.provider().value()).orElse("");
            if (name.isEmpty()) {
                throw new Problem("'" + source + "' has no program; themes and skills are not used here.");
            }
            Path place = folder.resolve(name);
            if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
                throw new Problem("There is an extension '" + name + "' already; 'ext remove " + name
                        + "' makes room for another one.");
            }
            Files.move(content, place, StandardCopyOption.ATOMIC_MOVE);
            return place;
        } catch (IOException e) {
            throw new Problem("'" + source + "' is not installed: " + e.getMessage() + ".");
        } finally {
            if (made != null) {
                delete(made);
            }
        }
    }

    private static void clone(String address, Path into) throws IOException, Problem {
        Process git;
        try {
            git = new ProcessBuilder("git", "clone", "--depth", "1", "--", address, into.toString())
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .inheritIO()
                    .start();
        } catch (IOException e) {
            throw new Problem("git is needed for that; install it, or clone the repository yourself and name its"
                    + " directory.");
        }
        try {
            if (!git.waitFor(CLONE_SECONDS, TimeUnit.SECONDS)) {
                git.destroyForcibly();
                throw new Problem("git has not cloned " + address + " within " + CLONE_SECONDS + " s.");
            }
        } catch (InterruptedException e) {
            git.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new Problem("Interrupted; nothing is installed.");
        }
        if (git.exitValue() != 0) {
            throw new Problem("git cannot clone " + address + "; what it says stands above.");
        }
    }

    /** Looks at what git has brought as at what is copied. */
    static void judge(Path tree) throws IOException {
        Files.walkFileTree(tree, new Judge(tree));
    }

    /** With modes; links stay links. */
    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new Judge(from) {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                Files.createDirectories(to.resolve(from.relativize(directory).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                FileVisitResult judged = super.visitFile(file, attributes);
                Files.copy(
                        file,
                        to.resolve(from.relativize(file).toString()),
                        StandardCopyOption.COPY_ATTRIBUTES,
                        LinkOption.NOFOLLOW_LINKS);
                return judged;
            }
        });
    }

    /** Refuses a tree that is too large, and one with links that lead out of it (Z-109). Confined to one walk. */
    private static class Judge extends SimpleFileVisitor<Path> {
        private final Path root;
        private int files;
        private long bytes;

        private Judge(Path root) {
            this.root = root;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            files++;
            bytes += attributes.size();
            if (files > MAX_FILES || bytes > MAX_BYTES) {
                throw new IOException("it has more than " + MAX_FILES + " files or " + MAX_BYTES + " bytes");
            }
            if (attributes.isOther()) {
                throw new IOException(file + " is neither a file nor a directory");
            }
            if (attributes.isSymbolicLink() && leadsOut(root, file)) {
                throw new IOException("the link " + file + " leads out of it");
            }
            return FileVisitResult.CONTINUE;
        }
    }

    private static boolean leadsOut(Path root, Path link) throws IOException {
        Path target = Files.readSymbolicLink(link);
        return target.isAbsolute() || !link.resolveSibling(target).normalize().startsWith(root);
    }

    /**
     * Switches an extension on or off, in its manifest, of which the rest stays as it is (Z-110).
     *
     * @throws Problem if there is none of that name, or more than one
     */
    public FoundExtension enable(String name, boolean enabled) throws Problem {
        FoundExtension found = named(name);
        ConfigMember.set(found.directory().resolve(Manifest.FILE), "enabled", String.valueOf(enabled));
        return found;
    }

    /**
     * Removes what was installed; a link goes, and not what it leads to (Z-111).
     *
     * @throws Problem if it cannot be removed completely
     */
    public void remove(FoundExtension found) throws Problem {
        try {
            Path gone = Files.createTempDirectory(found.directory().resolveSibling("."), ".removing-");
            Files.move(found.directory(), gone.resolve("content"), StandardCopyOption.ATOMIC_MOVE);
            delete(gone);
        } catch (IOException e) {
            throw new Problem(found.directory() + " cannot be removed; remove it yourself.");
        }
    }

    /**
     * The extension of that name, of its manifest or of its directory (Z-112).
     *
     * @throws Problem if there is none, or more than one
     */
    public FoundExtension named(String name) throws Problem {
        return named(name, all());
    }

    /** The same of those alone that the project brings. */
    public FoundExtension ofProject(String name) throws Problem {
        return named(
                name,
                all().stream()
                        .filter(it -> it.scope() == FoundExtension.Scope.PROJECT)
                        .toList());
    }

    /** Those of the user that would not run if this one did (Z-026). */
    public List<FoundExtension> replacedBy(FoundExtension ofProject) {
        return all().stream()
                .filter(it -> it.scope() == FoundExtension.Scope.GLOBAL)
                .filter(it -> it.manifest().isPresent()
                        && ofProject
                                .manifest()
                                .filter(it.manifest().get()::isNamedAs)
                                .isPresent())
                .toList();
    }

    private List<FoundExtension> all() {
        return ExtensionScan.ofAll(List.of(), project, zotHome, ExtensionScan.Approved.NOTHING, Set.of());
    }

    private static FoundExtension named(String name, List<FoundExtension> among) throws Problem {
        List<FoundExtension> all = among.stream()
                .filter(it -> it.name().equalsIgnoreCase(name)
                        || it.directory().endsWith(name)
                        || it.manifest()
                                .filter(manifest -> manifest.provider().value().equalsIgnoreCase(name))
                                .isPresent())
                .toList();
        if (all.isEmpty()) {
            throw new Problem("There is no extension '" + name + "'; 'tapgateway ext list' shows those there are.");
        }
        if (all.size() > 1) {
            throw new Problem("More than one extension is called '" + name + "': "
                    + all.stream().map(it -> it.directory().toString()).collect(Collectors.joining(", "))
                    + ". Remove or rename one.");
        }
        return all.get(0);
    }

    /** Without following any link. */
    private static void delete(Path tree) throws Problem {
        try {
            Files.walkFileTree(tree, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                        throws IOException {
                    Files.delete(directory);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new Problem(tree + " cannot be removed; remove it yourself.");
        }
    }
}
