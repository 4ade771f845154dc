package io.tapgateway.workspace.files;

import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.workspace.limits.WorkspaceLimits;
import io.tapgateway.workspace.model.SpecialNames;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directories of a workspace, and the way from what an agent writes to a place below them (F-001 ff.): one
 * component is opened inside the other, links are followed by hand as long as they stay below the roots, and so nothing
 * outside of them is ever opened. Immutable.
 */
public final class Roots {
    /** How files are called that are about to get their name. */
    public static final String TEMPORARY = ".tapgateway-new-";

    private static final Logger LOG = LoggerFactory.getLogger(Roots.class);
    private static final String UP = "..";

    private final List<Root> roots;
    private final List<Path> closed;

    /** What alone is read and written; empty for everything. */
    private final List<Path> allowed;

    private final HeldDirectory.Opener opener;

    private Roots(List<Root> roots, List<Path> closed, List<Path> allowed, HeldDirectory.Opener opener) {
        this.roots = roots;
        this.closed = closed;
        this.allowed = allowed;
        this.opener = opener;
    }

    /**
     * A directory.
     *
     * @param given its path as the user wrote it, absolute
     * @param real without links
     * @param key what tells it from another one that is put in its place
     */
    private record Root(Path given, Path real, Optional<Object> key) {
        private String name() {
            return String.valueOf(real.getFileName());
        }
    }

    /**
     * Looks at the directories.
     *
     * @param directories 1 to {@link WorkspaceLimits#ROOTS}; the first is where relative paths begin
     * @param closed what is not read or written even below them
     * @param force whether the root of the file system and the user's home may be among them
     * @throws IOException if one is not there
     * @throws IllegalArgumentException if there are too many, or one that needs {@code force}; the message is a
     *     sentence
     */
    public static Roots of(List<Path> directories, List<Path> closed, boolean force) throws IOException {
        return of(directories, closed, force, HeldDirectory::open);
    }

    /** The same with another way to open directories. */
    public static Roots of(List<Path> directories, List<Path> closed, boolean force, HeldDirectory.Opener opener)
            throws IOException {
        if (directories.isEmpty() || directories.size() > WorkspaceLimits.ROOTS) {
            throw new IllegalArgumentException("A workspace has 1 to " + WorkspaceLimits.ROOTS + " directories.");
        }
        Path home = Path.of(System.getProperty("user.home", "/")).toAbsolutePath();
        Path realHome = Files.exists(home) ? home.toRealPath() : home;
        List<Root> roots = new ArrayList<>();
        for (Path directory : directories) {
            Path real = directory.toRealPath();
            if (!Files.isDirectory(real)) {
                throw new NotDirectoryException(directory.toString());
            }
            if (!force && (real.getParent() == null || real.equals(realHome))) {
                throw new IllegalArgumentException(
                        "'" + directory + "' is too much for a workspace; choose a directory below it.");
            }
            Optional<Object> key = HeldDirectory.facts(real).map(BasicFileAttributes::fileKey);
            roots.add(new Root(directory.toAbsolutePath().normalize(), real, key));
        }
        List<Path> out = new ArrayList<>();
        for (Path each : closed) {
            out.add(
                    Files.exists(each)
                            ? each.toRealPath()
                            : each.toAbsolutePath().normalize());
        }
        return new Roots(List.copyOf(roots), List.copyOf(out), List.of(), opener);
    }

    /**
     * The same where only some of it is read and written.
     *
     * @param below each directory, relative; empty for everything
     */
    public Roots within(List<Path> below) {
        List<Path> all = roots.stream()
                .flatMap(root -> below.stream().map(root.real::resolve))
                .toList();
        return new Roots(roots, closed, all, opener);
    }

    /** Where relative paths begin, and commands. */
    public Path first() {
        return roots.get(0).real;
    }

    /** All of them. */
    public List<Path> all() {
        return roots.stream().map(Root::real).toList();
    }

    /**
     * Opens one of them.
     *
     * @throws IOException if it is not there any more, or another directory is
     */
    public HeldDirectory open(int number) throws IOException {
        Root root = roots.get(number);
        return opener.open(root.real, root.key);
    }

    /** Whether a root is below an earlier or later one, which has its files. */
    public boolean isInsideAnother(int number) {
        Path real = roots.get(number).real;
        for (int i = 0; i < roots.size(); i++) {
            Path other = roots.get(i).real;
            if (i != number && real.startsWith(other) && (!real.equals(other) || i < number)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Goes to a place.
     *
     * @param written relative to the first root, {@code root:rel}, or absolute
     * @throws ToolFailure if it is outside, or if something on the way is no directory
     */
    public Located locate(String written) throws IOException {
        return locate(written, Missing.REFUSED);
    }

    /** The same for a file whose change is only to be judged: directories on the way may be missing. */
    public Located locateToJudge(String written) throws IOException {
        return outsideOfRepositories(locate(written, Missing.NAMED));
    }

    /** The same for a file that is about to be written: missing directories on the way are made. */
    public Located locateToWrite(String written) throws IOException {
        return outsideOfRepositories(locate(written, Missing.MADE));
    }

    private static Located outsideOfRepositories(Located place) {
        if (place.hasComponent(SpecialNames::isRepository)) {
            place.close();
            throw new ToolFailure(ToolErrorCode.UNAUTHORIZED, "What is below '.git' is not changed by these tools.");
        }
        return place;
    }

    /** Whether nothing is read or written there. */
    public boolean isClosed(Path path) {
        return isAny(closed, path::startsWith) || !(allowed.isEmpty() || isAny(allowed, path::startsWith));
    }

    /** Whether a directory is not entered: there is nothing in it or below it that is read or written. */
    boolean isShut(Path directory) {
        return isClosed(directory) && !isAny(allowed, each -> each.startsWith(directory));
    }

    /** Whether something is closed that is in this directory, or below it. */
    boolean hasClosedIn(Path directory) {
        return isAny(closed, each -> each.startsWith(directory))
                || !(allowed.isEmpty() || isAny(allowed, directory::startsWith));
    }

    private static boolean isAny(List<Path> paths, Predicate<Path> wanted) {
        for (Path each : paths) {
            if (wanted.test(each)) {
                return true;
            }
        }
        return false;
    }

    private Located locate(String written, Missing missing) throws IOException {
        Way way = new Way(begin(written), missing);
        try {
            Located place = way.walk();
            if (place.isDirectory() ? isShut(place.path()) : isClosed(place.path())) {
                throw outside();
            }
            return place;
        } catch (IOException | RuntimeException e) {
            way.close();
            throw e;
        }
    }

    /** What becomes of a directory on the way that is not there. */
    private enum Missing {
        REFUSED,
        MADE,
        NAMED
    }

    /** A root, and what is to be gone from there. */
    private record Beginning(Root root, Deque<String> components) {}

    private Beginning begin(String written) {
        if (written.isEmpty()
                || written.indexOf('\0') >= 0
                || written.getBytes(StandardCharsets.UTF_8).length > WorkspaceLimits.PATH_BYTES) {
            throw new ToolFailure(
                    ToolErrorCode.INVALID_ARGUMENTS, "A path has 1 to " + WorkspaceLimits.PATH_BYTES + " bytes.");
        }
        try {
            for (Root root : roots) {
                String prefix = root.name() + ":";
                if (written.startsWith(prefix)) {
                    return new Beginning(root, components(Path.of(written.substring(prefix.length()))));
                }
            }
            Path path = Path.of(written);
            return path.isAbsolute() ? absolute(path) : new Beginning(roots.get(0), components(path));
        } catch (InvalidPathException e) {
            throw new ToolFailure(ToolErrorCode.INVALID_ARGUMENTS, "No file has such a path.");
        }
    }

    private Beginning absolute(Path path) {
        for (Root root : roots) {
            for (Path prefix : List.of(root.real, root.given)) {
                if (path.startsWith(prefix)) {
                    return new Beginning(root, components(prefix.relativize(path)));
                }
            }
        }
        throw outside();
    }

    private static Deque<String> components(Path path) {
        if (path.isAbsolute()) {
            throw outside();
        }
        Deque<String> components = new ArrayDeque<>();
        path.forEach(component -> components.add(component.toString()));
        return components;
    }

    /** How a root is told in paths: not at all for the first one. */
    private String prefix(Root root) {
        return root.equals(roots.get(0)) ? "" : root.name() + ":";
    }

    /** The same whether there is something or not (F-003). */
    private static ToolFailure outside() {
        return new ToolFailure(ToolErrorCode.UNAUTHORIZED, "That path is outside of the workspace.");
    }

    /** A way that is being gone. Confined to one thread. */
    private final class Way {
        private final Deque<HeldDirectory> held = new ArrayDeque<>();
        private final Deque<String> rest;
        private final Missing missing;
        private Root root;
        private int links;
        private int made;

        private Way(Beginning beginning, Missing missing) {
            this.root = beginning.root;
            this.rest = beginning.components;
            this.missing = missing;
        }

        private Located walk() throws IOException {
            enterRoot();
            while (!rest.isEmpty()) {
                String name = rest.pop();
                if (name.equals(UP)) {
                    up();
                } else if (!name.isEmpty() && !name.equals(Located.ITSELF)) {
                    Optional<BasicFileAttributes> facts = held.getFirst().facts(name);
                    if (facts.filter(BasicFileAttributes::isSymbolicLink).isPresent()) {
                        follow(name);
                    } else if (rest.isEmpty()) {
                        return new Located(held, name, root.real, prefix(root), facts);
                    } else if (facts.isEmpty() && missing == Missing.NAMED && !rest.contains(UP)) {
                        rest.push(name);
                        return new Located(held, String.join("/", rest), root.real, prefix(root), facts);
                    } else {
                        enter(name, facts);
                    }
                }
            }
            return new Located(
                    held,
                    Located.ITSELF,
                    root.real,
                    prefix(root),
                    held.getFirst().facts(Located.ITSELF));
        }

        private void enterRoot() throws IOException {
            close();
            held.push(opener.open(root.real, root.key));
        }

        private void up() {
            if (held.size() == 1) {
                throw outside();
            }
            held.pop().close();
        }

        private void follow(String name) throws IOException {
            links++;
            if (links > WorkspaceLimits.LINKS) {
                throw new ToolFailure(
                        ToolErrorCode.INVALID_ARGUMENTS,
                        "There are more than " + WorkspaceLimits.LINKS + " links on the way.");
            }
            Path target = held.getFirst().link(name);
            Deque<String> onwards;
            if (target.isAbsolute()) {
                Beginning elsewhere = absolute(target);
                root = elsewhere.root;
                onwards = elsewhere.components;
                enterRoot();
            } else {
                onwards = components(target);
            }
            while (!onwards.isEmpty()) {
                rest.push(onwards.removeLast());
            }
        }

        private void enter(String name, Optional<BasicFileAttributes> facts) throws IOException {
            if (facts.isEmpty()) {
                make(name);
            } else if (!facts.get().isDirectory()) {
                throw notThere();
            }
            held.push(held.getFirst().child(name));
        }

        /** Nothing is made for a way that comes back, nor where nothing may be written. */
        private void make(String name) throws IOException {
            if (missing != Missing.MADE || rest.contains(UP) || SpecialNames.isRepository(name)) {
                throw notThere();
            }
            if (isShut(held.getFirst().path().resolve(name))) {
                throw outside();
            }
            made++;
            if (made > WorkspaceLimits.WRITE_NEW_DIRECTORIES) {
                throw new ToolFailure(
                        ToolErrorCode.INVALID_ARGUMENTS,
                        "More than " + WorkspaceLimits.WRITE_NEW_DIRECTORIES + " directories on the way are missing.");
            }
            held.getFirst().make(name);
        }

        private ToolFailure notThere() {
            return ToolFailure.notFound("There is no directory on the way to that file.");
        }

        private void close() {
            held.forEach(HeldDirectory::close);
            held.clear();
        }
    }

    /** Has the system write what it was given before the name is changed: a crash leaves no empty file. */
    public static void force(SeekableByteChannel channel) throws IOException {
        if (channel instanceof FileChannel file) {
            file.force(false);
        }
    }

    /** Removes what was about to get its name, if it is there and the system lets us. */
    public static void removeQuietly(HeldDirectory directory, String name) {
        try {
            if (directory.facts(name).isPresent()) {
                directory.delete(name);
            }
        } catch (IOException e) {
            LOG.debug("A file that was about to get its name stays", e);
        }
    }
}
