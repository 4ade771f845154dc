package io.tapgateway.workspace.files;

import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.workspace.limits.WorkspaceLimits;
import io.tapgateway.workspace.model.IgnoredDirectories;
import io.tapgateway.workspace.model.SpecialNames;
import io.tapgateway.workspace.model.TextContent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes through the files below a place, in the order of their names: it follows no links, and enters nothing of a
 * repository's own, and no directories that a {@code .gitignore} names (F-018). Confined to one thread.
 */
public final class TreeWalk {
    private static final Logger LOG = LoggerFactory.getLogger(TreeWalk.class);
    private static final String IGNORE_FILE = ".gitignore";

    private final Roots roots;
    private final BooleanSupplier enough;
    private final Visitor visitor;
    private final List<Ignoring> ignoring = new ArrayList<>();
    private int entries;
    private boolean cut;

    /** @param enough whether to stop: there is no time left, or nothing more is wanted */
    public TreeWalk(Roots roots, BooleanSupplier enough, Visitor visitor) {
        this.roots = roots;
        this.enough = enough;
        this.visitor = visitor;
    }

    /** What is done with files. */
    @FunctionalInterface
    public interface Visitor {
        /** Called for each file. What it throws as an {@link IOException} concerns this file alone. */
        void visit(Found file) throws IOException;

        /** Called for each link, which is not followed. */
        default void link(Found link) throws IOException {}

        /**
         * Called for what is neither visited nor entered, or fails to be.
         *
         * @param below from where the walk began
         */
        default void leftOut(String below) {}

        /** Whether a directory of that name is entered. */
        default boolean enters(String name) {
            return true;
        }
    }

    /** A file on the way; as long as it is visited. Confined to the walk. */
    public static final class Found {
        private final HeldDirectory directory;
        private final String name;
        private final String prefix;
        private final String below;
        private final EntryFacts facts;

        private Found(HeldDirectory directory, String name, String prefix, String below, EntryFacts facts) {
            this.directory = directory;
            this.name = name;
            this.prefix = prefix;
            this.below = below;
            this.facts = facts;
        }

        /** How it is told to the agent. */
        public String shown() {
            return prefix + name;
        }

        /** Where it is. */
        public HeldDirectory directory() {
            return directory;
        }

        /** Its name there. */
        public String name() {
            return name;
        }

        /** From where the walk began. */
        public String below() {
            return below;
        }

        /** When it was written, in milliseconds. */
        public long modified() {
            return TimeUnit.NANOSECONDS.toMillis(facts.modified());
        }

        /** How many bytes it has. */
        public long size() {
            return facts.size();
        }

        /** All that was looked up of it. */
        public EntryFacts facts() {
            return facts;
        }

        /** Whether it is likely to hold a secret. */
        public boolean isSecret() {
            return SpecialNames.isSecret(name);
        }

        /** Reads the whole of it; it is passed over if it has grown beyond {@code most} bytes. */
        public byte[] read(long most) throws IOException {
            return Located.bytes(directory, name, most, shown());
        }
    }

    private record Ignoring(IgnoredDirectories lines, int from) {}

    /**
     * Goes.
     *
     * @return whether it has seen everything
     */
    public boolean walk(Located start) throws IOException {
        if (!start.isDirectory()) {
            throw ToolFailure.notFound("There is no directory '" + start.shown() + "'.");
        }
        String shown = start.shown().equals(Located.ITSELF) ? "" : start.shown();
        boolean bare = shown.isEmpty() || shown.endsWith(":") || shown.endsWith(":" + Located.ITSELF);
        String prefix = bare ? shown.replaceAll("\\.$", "") : shown + "/";
        return walk(start.directory(), prefix);
    }

    /**
     * Goes through all that is below a directory, which stays open.
     *
     * @param prefix how its files are told to the agent
     * @return whether it has seen everything
     */
    public boolean walk(HeldDirectory start, String prefix) throws IOException {
        enter(start, prefix, "", 1);
        return !cut;
    }

    private void enter(HeldDirectory directory, String prefix, String below, int depth) throws IOException {
        List<String> names = directory.names();
        Collections.sort(names);
        boolean closes = roots.hasClosedIn(directory.path());
        boolean ignores = names.contains(IGNORE_FILE);
        if (ignores) {
            ignoring.add(new Ignoring(ignored(directory), below.length()));
        }
        for (String name : names) {
            if (cut || entries == WorkspaceLimits.WALK_ENTRIES || enough.getAsBoolean()) {
                cut = true;
                break;
            }
            entries++;
            try {
                visit(directory, name, prefix, below, depth, closes);
            } catch (IOException | ToolFailure e) {
                // Gone, changed or not ours to read: the others are there all the same.
                LOG.debug("A file is passed over", e);
                visitor.leftOut(below + name);
            }
        }
        if (ignores) {
            ignoring.remove(ignoring.size() - 1);
        }
    }

    private void visit(HeldDirectory directory, String name, String prefix, String below, int depth, boolean closes)
            throws IOException {
        Optional<EntryFacts> there = directory.look(name);
        if (there.isEmpty() || name.startsWith(Roots.TEMPORARY)) {
            return;
        }
        EntryFacts facts = there.get();
        if (SpecialNames.isRepository(name)
                || (closes && isClosed(directory.path().resolve(name), facts))
                || facts.kind() == EntryFacts.Kind.OTHER
                || (facts.isDirectory() && (!visitor.enters(name) || isIgnored(below + name)))) {
            visitor.leftOut(below + name);
        } else if (facts.isFile()) {
            visitor.visit(new Found(directory, name, prefix, below + name, facts));
        } else if (facts.kind() == EntryFacts.Kind.LINK) {
            visitor.link(new Found(directory, name, prefix, below + name, facts));
        } else {
            if (depth == WorkspaceLimits.WALK_DEPTH) {
                throw new ToolFailure(ToolErrorCode.INVALID_ARGUMENTS, "Directories are too deep inside each other.");
            }
            try (HeldDirectory child = directory.child(name)) {
                enter(child, prefix + name + "/", below + name + "/", depth + 1);
            }
        }
    }

    private boolean isClosed(Path path, EntryFacts facts) {
        return facts.isDirectory() ? roots.isShut(path) : roots.isClosed(path);
    }

    /** The innermost file that says something decides. */
    private boolean isIgnored(String path) {
        for (int i = ignoring.size() - 1; i >= 0; i--) {
            Ignoring each = ignoring.get(i);
            Optional<Boolean> verdict = each.lines.verdict(path.substring(each.from));
            if (verdict.isPresent()) {
                return verdict.get();
            }
        }
        return false;
    }

    private static IgnoredDirectories ignored(HeldDirectory directory) throws IOException {
        Optional<EntryFacts> facts = directory.look(IGNORE_FILE);
        if (facts.filter(EntryFacts::isFile).isEmpty() || facts.get().size() > WorkspaceLimits.IGNORE_FILE_BYTES) {
            return IgnoredDirectories.NONE;
        }
        byte[] bytes = Located.bytes(directory, IGNORE_FILE, WorkspaceLimits.IGNORE_FILE_BYTES, IGNORE_FILE);
        return TextContent.of(bytes)
                .map(content -> IgnoredDirectories.of(content.text()))
                .orElse(IgnoredDirectories.NONE);
    }
}
