package io.tapgateway.workspace;

import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.runtime.GuardView;
import io.tapgateway.workspace.files.TreeWalk;
import io.tapgateway.workspace.model.Glob;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The rules on files that are in force in a session, as a search has to know them: what a tool that reads may not show
 * without being asked about, or not at all, a search does not show either (F-020). Immutable.
 */
final class FileRules {
    private static final String ANY_TOOL = "*";

    /** Where there are no rules. */
    static final FileRules NONE = new FileRules(List.of(), false, Optional.empty());

    private final List<Glob> patterns;
    private final boolean all;
    private final Optional<Path> directory;

    private FileRules(List<Glob> patterns, boolean all, Optional<Path> directory) {
        this.patterns = List.copyOf(patterns);
        this.all = all;
        this.directory = directory;
    }

    /**
     * Those that are about some tools of the workspace.
     *
     * @param guards whose rules they are
     * @param tools that would show what is in a file
     * @param directory from which rules see paths, if there is one
     */
    static FileRules of(List<GuardView> guards, Set<String> tools, Optional<Path> directory) {
        List<Glob> patterns = new ArrayList<>();
        boolean all = false;
        for (GuardView guard : guards) {
            for (GuardView.RuleView each : guard.rules()) {
                Optional<String> file = stopping(each.rule())
                        .filter(match -> isAbout(match, tools))
                        .flatMap(Match::file);
                if (file.isPresent()) {
                    try {
                        patterns.add(Glob.of(file.get()));
                    } catch (IllegalArgumentException notOurs) {
                        // The gateway has taken it: what it is about is unknown here, and so it is about everything.
                        all = true;
                    }
                }
            }
        }
        return new FileRules(patterns, all, directory);
    }

    /** What a rule is about that lets nothing pass by itself. */
    private static Optional<Match> stopping(HookRule rule) {
        return rule.accept(new HookRule.Visitor<>() {
            @Override
            public Optional<Match> onDeny(HookRule.Deny deny) {
                return Optional.of(deny.match());
            }

            @Override
            public Optional<Match> onContext(HookRule.Context context) {
                return Optional.empty();
            }

            @Override
            public Optional<Match> onGate(HookRule.Gate gate) {
                return Optional.of(gate.match());
            }

            @Override
            public Optional<Match> onAsk(HookRule.Ask ask) {
                return Optional.of(ask.match());
            }
        });
    }

    /** What it wants of the other arguments is unknown before somebody reads the file: in doubt it wants that. */
    private static boolean isAbout(Match match, Set<String> tools) {
        return match.tool()
                        .filter(tool -> !tool.equals(ANY_TOOL) && !tools.contains(tool))
                        .isEmpty()
                && match.provider()
                        .filter(owner -> !owner.folded().equals(Workspace.PROVIDER))
                        .isEmpty();
    }

    /** Whether a file is kept from searches, in any form in which rules see its path (D-166). */
    boolean keep(TreeWalk.Found file) {
        if (all) {
            return true;
        }
        if (patterns.isEmpty()) {
            return false;
        }
        Path path = file.directory().path().resolve(file.name());
        String absolute = slashed(path);
        Optional<String> inside = directory.filter(path::startsWith).map(it -> slashed(it.relativize(path)));
        return patterns.stream()
                .anyMatch(pattern -> pattern.matches(file.shown())
                        || pattern.matches(absolute)
                        || inside.filter(pattern::matches).isPresent());
    }

    private static String slashed(Path path) {
        return path.toString().replace('\\', '/');
    }
}
