package io.tapgateway.workspace.files;

import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.workspace.limits.WorkspaceLimits;
import io.tapgateway.workspace.model.IgnoredDirectories;
import io.tapgateway.workspace.model.SpecialNames;
import io.tapgateway.workspace.model.TextContent;
import java.io.IOException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes through the regular files below a place, in the order of their names: no links, nothing of a repository's own,
 * no directories that a {@code .gitignore} names (F-018). Confined to one thread.
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
    }

    /** A file on the way; as long as it is visited. Confined to the walk. */
    public static final class Found {
        private final HeldDirectory directory;
        private final String name;
        private final String shown;
        private final String below;
        private final BasicFileAttributes facts;

        private Found(HeldDirectory directory, String name, String shown, String below, BasicFileAttributes facts) {
            this.directory = directory;
            this.name = name;
            this.shown = shown;
            this.below = below;
            this.facts = facts;
        }

        /** How it is told to the agent. */
        public String shown() {
            return shown;
        }

        /** From where the walk began. */
        public String below() {
            return below;
        }

        /** When it was written, in milliseconds. */
        public long modified() {
            return facts.lastModifiedTime().toMillis();
        }

        /** How many bytes it has. */
        public long size() {
            return facts.size();
        }

        /** Whether it is likely to hold a secret. */
        public boolean isSecret() {
            return SpecialNames.isSecret(name);
        }

        /** Reads the whole of it; it is passed over if it has grown beyond {@code most} bytes. */
        public byte[] read(long most) throws IOException {
            return Located.bytes(directory, name, most, shown);
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
        enter(start.directory(), prefix, "", 1);
        return !cut;
    }

    private void enter(HeldDirectory directory, String prefix, String below, int depth) throws IOException {
        List<String> names = directory.names();
        Collections.sort(names);
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
                visit(directory, name, prefix, below, depth);
            } catch (IOException | ToolFailure e) {
                // Gone, changed or not ours to read: the others are there all the same.
                LOG.debug("A file is passed over", e);
            }
        }
        if (ignores) {
            ignoring.remove(ignoring.size() - 1);
        }
    }

    private void visit(HeldDirectory directory, String name, String prefix, String below, int depth)
            throws IOException {
        Optional<BasicFileAttributes> facts = directory.facts(name);
        if (facts.filter(BasicFileAttributes::isRegularFile).isPresent()) {
            if (!name.startsWith(Roots.TEMPORARY)) {
                visitor.visit(new Found(directory, name, prefix + name, below + name, facts.get()));
            }
        } else if (facts.filter(BasicFileAttributes::isDirectory).isPresent()
                && !SpecialNames.isRepository(name)
                && !roots.isClosed(directory.path().resolve(name))
                && !isIgnored(below + name)) {
            if (depth == WorkspaceLimits.WALK_DEPTH) {
                throw new ToolFailure(ToolErrorCode.INVALID_ARGUMENTS, "Directories are too deep inside each other.");
            }
            try (HeldDirectory child = directory.child(name)) {
                enter(child, prefix + name + "/", below + name + "/", depth + 1);
            }
        }
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
        Optional<BasicFileAttributes> facts = directory.facts(IGNORE_FILE);
        if (facts.filter(BasicFileAttributes::isRegularFile).isEmpty()
                || facts.get().size() > WorkspaceLimits.IGNORE_FILE_BYTES) {
            return IgnoredDirectories.NONE;
        }
        byte[] bytes = Located.bytes(directory, IGNORE_FILE, WorkspaceLimits.IGNORE_FILE_BYTES, IGNORE_FILE);
        return TextContent.of(bytes)
                .map(content -> IgnoredDirectories.of(content.text()))
                .orElse(IgnoredDirectories.NONE);
    }
}
