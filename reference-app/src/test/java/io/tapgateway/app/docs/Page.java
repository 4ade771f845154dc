package io.tapgateway.app.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of the documents. Immutable.
 *
 * @param path from the root of the repository
 */
public record Page(String path, String text) {
    /** The root of the repository. */
    public static final Path ROOT =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling("");

    /** What a build or a package manager has put there. */
    private static final Set<String> OTHERS = Set.of("target", "node_modules", ".git");

    private static final Pattern FENCE =
            Pattern.compile("(?:^<!-- from (\\S+) -->\\n)?^```(\\S*)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern ANY_FENCE = Pattern.compile("^ *```.*?^ *```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern INLINE = Pattern.compile("`([^`\n]+)`");

    /**
     * Those that people read first: guides, wherever they are, the protocol as a tale, and what stands beside the
     * examples.
     */
    public static List<Page> guides() {
        List<Page> pages = new ArrayList<>();
        for (String path : List.of(
                "README.md",
                "docs/README.md",
                "docs/protocol/README.md",
                "docs/control-api.md",
                "docs/emitters.md",
                "docs/model.md",
                "docs/security.md",
                "examples/README.md",
                "examples/browser/README.md")) {
            pages.add(read(ROOT.resolve(path)));
        }
        try (Stream<Path> guides = Files.list(ROOT.resolve("docs/guides"))) {
            guides.sorted().map(Page::read).forEach(pages::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return pages;
    }

    /** All there are in the repository. */
    public static List<Page> all() {
        return files(".md").stream().map(Page::read).toList();
    }

    /** The files of the repository whose names end like that. */
    static List<Path> files(String ending) {
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path place, BasicFileAttributes attributes) {
                    return OTHERS.contains(place.getFileName().toString())
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (file.toString().endsWith(ending)) {
                        files.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    /** One of them. */
    public static Page of(String path) {
        return read(ROOT.resolve(path));
    }

    private static Page read(Path file) {
        try {
            return new Page(ROOT.relativize(file).toString(), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What stands between fences, in order. */
    public List<CodeBlock> blocks() {
        return FENCE.matcher(text).results().map(this::block).toList();
    }

    /** All but what stands between fences, also between those of list items. */
    public String prose() {
        return ANY_FENCE.matcher(text).replaceAll("");
    }

    /** What the text sets as code. */
    public List<String> inlineCode() {
        Matcher inline = INLINE.matcher(FENCE.matcher(text).replaceAll(""));
        return inline.results().map(found -> found.group(1)).toList();
    }

    private CodeBlock block(MatchResult found) {
        long line = text.substring(0, found.start(2)).lines().count();
        Optional<String> source = Optional.ofNullable(found.group(1));
        return new CodeBlock(
                path + ":" + line,
                found.group(2),
                source,
                found.group(3).lines().toList());
    }

    @Override
    public String toString() {
        return path;
    }
}
