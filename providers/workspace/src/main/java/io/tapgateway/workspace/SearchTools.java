package io.tapgateway.workspace;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.schema.InvalidArguments;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.workspace.files.Located;
import io.tapgateway.workspace.files.Roots;
import io.tapgateway.workspace.files.TreeWalk;
import io.tapgateway.workspace.limits.WorkspaceLimits;
import io.tapgateway.workspace.model.Glob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The tools that look for files, and in them. Thread-safe; handlers run on the provider's executor. */
final class SearchTools {
    static final String GLOB = "glob";
    static final String GREP = "grep";
    static final String LIST_FILES = "listFiles";
    static final String SEARCH_FILES = "searchFiles";

    /** What makes a text a pattern (F-019). */
    private static final String WILD = "*?[{";

    private final Roots roots;
    private final Supplier<FileRules> rules;
    private final LongSupplier nanos;

    /**
     * @param rules on files, as they are now
     * @param nanos monotonic time
     */
    SearchTools(Roots roots, Supplier<FileRules> rules, LongSupplier nanos) {
        this.roots = roots;
        this.rules = rules;
        this.nanos = nanos;
    }

    void addTo(ProviderBuilder provider) {
        Schema below = Schema.string().describedAs("the directory to look in; the working directory");
        provider.tool(
                        GLOB,
                        "Lists files whose path matches, the newest first: * and ? within a component, ** across them,"
                                + " [a-z], {a,b}; without a slash it is about the name. Leaves out .git and what .gitignore"
                                + " names.",
                        Schema.object()
                                .required("pattern", Schema.string())
                                .optional(PathArgument.NAME, below)
                                .optional(
                                        "max",
                                        Schema.integer().describedAs("how many paths; " + WorkspaceLimits.GLOB_PATHS)),
                        FileTools.answering(this::glob))
                .tool(
                        GREP,
                        "Looks for a regular expression (RE2) in the lines of files, as path:line:text. Leaves out .git, what"
                                + " .gitignore names, what is no text, files that are likely to hold secrets, and those that rules keep from being read.",
                        Schema.object()
                                .required("pattern", Schema.string())
                                .optional(PathArgument.NAME, below)
                                .optional("glob", Schema.string().describedAs("only in files whose path matches"))
                                .optional(
                                        "context", Schema.integer().describedAs("how many lines around each hit; none"))
                                .optional(
                                        "max",
                                        Schema.integer().describedAs("how many hits; " + WorkspaceLimits.GREP_HITS)),
                        FileTools.answering(this::grep));
    }

    void addAnywhereTo(ProviderBuilder provider) {
        provider.tool(
                        LIST_FILES,
                        "Lists files, the newest first: whose path matches a pattern with * ? [ or {, or has a text in it.",
                        Schema.object()
                                .optional("glob", Schema.string())
                                .optional(
                                        "max",
                                        Schema.integer().describedAs("how many paths; " + WorkspaceLimits.LIST_FILES)),
                        FileTools.answering(this::listFiles))
                .tool(
                        SEARCH_FILES,
                        "Looks for a text in the lines of files, or for a regular expression (RE2), as path:line:text.",
                        Schema.object()
                                .required("query", Schema.string())
                                .optional("regex", Schema.bool().describedAs("whether it is a regular expression"))
                                .optional("glob", Schema.string().describedAs("only in files whose path matches"))
                                .optional(
                                        "max",
                                        Schema.integer().describedAs("how many hits; " + WorkspaceLimits.GREP_HITS)),
                        FileTools.answering(this::searchFiles));
    }

    private Object listFiles(ToolInvocation call) throws IOException {
        String wanted = call.arg("glob").isPresent() ? call.stringArg("glob") : "";
        int most = FileTools.bounded(call, "max", 1, WorkspaceLimits.LIST_MOST_FILES, WorkspaceLimits.LIST_FILES);
        if (wanted.chars().anyMatch(each -> WILD.indexOf(each) >= 0)) {
            return list(call, pattern(call, "glob")::matches, most, "files");
        }
        String part = wanted.toLowerCase(Locale.ROOT);
        return list(call, path -> path.toLowerCase(Locale.ROOT).contains(part), most, "files");
    }

    private Object searchFiles(ToolInvocation call) throws IOException {
        boolean regular = call.arg("regex").isPresent() && call.booleanArg("regex");
        return search(call, expression(call, "query", regular), 0);
    }

    private Object glob(ToolInvocation call) throws IOException {
        int most = FileTools.bounded(call, "max", 1, WorkspaceLimits.GLOB_MOST_PATHS, WorkspaceLimits.GLOB_PATHS);
        return list(call, pattern(call, "pattern")::matches, most, "paths");
    }

    private Object list(ToolInvocation call, Predicate<String> wanted, int most, String name) throws IOException {
        List<Listed> found = new ArrayList<>();
        TreeWalk walk = new TreeWalk(roots, over(call, WorkspaceLimits.GLOB_SECONDS), file -> {
            if (wanted.test(file.below())) {
                found.add(new Listed(file.shown(), file.modified()));
            }
        });
        boolean complete = walk(walk, call);
        List<String> paths = found.stream()
                .sorted(Comparator.comparingLong(Listed::modified).reversed().thenComparing(Listed::path))
                .limit(most)
                .map(Listed::path)
                .toList();
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put(name, paths);
        answer.put("truncated", !complete || found.size() > most);
        return answer;
    }

    private record Listed(String path, long modified) {}

    private Object grep(ToolInvocation call) throws IOException {
        int context = FileTools.bounded(call, "context", 0, WorkspaceLimits.GREP_CONTEXT_LINES, 0);
        return search(call, expression(call, "pattern", true), context);
    }

    private Object search(ToolInvocation call, Pattern pattern, int context) throws IOException {
        int most = FileTools.bounded(call, "max", 1, WorkspaceLimits.GREP_MOST_HITS, WorkspaceLimits.GREP_HITS);
        Optional<Glob> only = call.arg("glob").isPresent() ? Optional.of(pattern(call, "glob")) : Optional.empty();
        Grep grep =
                new Grep(rules.get(), new LineSearch(pattern, context, most), over(call, WorkspaceLimits.GREP_SECONDS));
        TreeWalk walk = new TreeWalk(roots, grep::isEnough, file -> {
            if (only.isEmpty() || only.get().matches(file.below())) {
                grep.visit(file);
            }
        });
        boolean complete = walk(walk, call);
        return grep.answer(complete);
    }

    private boolean walk(TreeWalk walk, ToolInvocation call) throws IOException {
        try (Located start = roots.locate(PathArgument.optional(call.args()).orElse("."))) {
            return walk.walk(start);
        }
    }

    private BooleanSupplier over(ToolInvocation call, int seconds) {
        long end = nanos.getAsLong() + TimeUnit.SECONDS.toNanos(seconds);
        return () -> call.isCancelled() || nanos.getAsLong() - end >= 0;
    }

    private static Glob pattern(ToolInvocation call, String name) {
        try {
            return Glob.of(call.stringArg(name));
        } catch (InvalidArguments e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw InvalidArguments.at("/" + name, "is wrong: " + e.getMessage());
        }
    }

    private static Pattern expression(ToolInvocation call, String name, boolean regular) {
        String source = call.stringArg(name);
        if (source.isEmpty() || source.length() > WorkspaceLimits.PATTERN_CHARACTERS) {
            throw InvalidArguments.at(
                    "/" + name, "must have 1 to " + WorkspaceLimits.PATTERN_CHARACTERS + " characters");
        }
        try {
            return Pattern.compile(regular ? source : Pattern.quote(source));
        } catch (PatternSyntaxException e) {
            throw InvalidArguments.at("/" + name, "is no regular expression of RE2");
        }
    }
}
