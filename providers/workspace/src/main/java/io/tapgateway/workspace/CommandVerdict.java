package io.tapgateway.workspace;

import io.tapgateway.protocol.model.MayChange;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What is to be said of a command line before it is run (F-030 ff.). It knows a few harmless ones; all others are asked
 * about, with the first reason that holds.
 */
@MayChange
public enum CommandVerdict {
    /** It is not asked about. */
    SAFE("", ""),
    /** F-031. */
    DANGEROUS("matches_dangerous_pattern", "it may destroy what cannot be brought back, or take over more than this"),
    /** Several commands, or files that are written. */
    CONTROL_OPERATOR("contains_shell_control_operator", "it has operators of the shell"),
    /** F-032. */
    OUTSIDE("outside_allowed_scope", "it names paths that may be outside of the workspace"),
    /** It shows a file that a {@code read} may not. */
    READS_FILE("file_read_command_requires_review", "it reads files past the tools for that"),
    /** Everything else. */
    UNKNOWN("requires_manual_review", "it is none of the commands that are known to be harmless");

    private static final String OPERATORS = ";&|<>`\n\r";
    private static final Set<String> READERS = Set.of("cat", "head", "tail", "man");
    private static final Set<String> HARMLESS = Set.of("ls", "pwd", "echo", "which", "type");
    private static final Set<String> VERSIONED = Set.of("node", "bun");
    private static final Set<String> GIT = Set.of("status", "log", "diff", "branch");

    /** What {@code git branch} lists by; any other word may change something. */
    private static final Set<String> BRANCH_LISTS =
            Set.of("-a", "-r", "-v", "-vv", "--all", "--remotes", "--list", "--show-current");

    /** The beginnings of options that write a file or start a program; git takes them abbreviated. */
    private static final List<String> GIT_OPTIONS = List.of("--o", "--e", "--te", "--no-i", "-O");

    private static final Set<String> DESTROYERS = Set.of("chmod", "chown", "sudo", "su", "dd");
    private static final Set<String> FETCHERS = Set.of("curl", "wget");
    private static final Set<String> SHELLS = Set.of("sh", "bash", "zsh", "dash", "ksh", "fish");

    private final String code;
    private final String reason;

    CommandVerdict(String code, String reason) {
        this.code = code;
        this.reason = reason;
    }

    /** For programs; empty if it is not asked about. */
    public String code() {
        return code;
    }

    /** For people: why it is asked about, the end of a sentence. */
    public String reason() {
        return reason;
    }

    /** Judges. */
    public static CommandVerdict of(String command) {
        List<String> words = Arrays.asList(command.strip().split("\\s+", -1));
        if (isDangerous(command)) {
            return DANGEROUS;
        }
        if (command.contains("$(") || command.chars().anyMatch(each -> OPERATORS.indexOf(each) >= 0)) {
            return CONTROL_OPERATOR;
        }
        if (words.stream().skip(1).anyMatch(CommandVerdict::mayBeOutside)) {
            return OUTSIDE;
        }
        String program = words.get(0);
        if (READERS.contains(program)) {
            return READS_FILE;
        }
        return isPlain(command) && isHarmless(program, words.subList(1, words.size())) ? SAFE : UNKNOWN;
    }

    private static boolean isHarmless(String program, List<String> rest) {
        if (VERSIONED.contains(program)) {
            return rest.equals(List.of("--version"));
        }
        if (program.equals("git") && !rest.isEmpty() && GIT.contains(rest.get(0))) {
            List<String> options = rest.subList(1, rest.size());
            return rest.get(0).equals("branch")
                    ? BRANCH_LISTS.containsAll(options)
                    : options.stream()
                            .noneMatch(word -> !word.equals("--oneline")
                                    && GIT_OPTIONS.stream().anyMatch(word::startsWith));
        }
        return HARMLESS.contains(program);
    }

    /** What a shell takes apart is no plain word any more. */
    private static boolean isPlain(String command) {
        return command.chars().noneMatch(each -> "'\"\\{}()$#!".indexOf(each) >= 0 || Character.isISOControl(each));
    }

    private static boolean mayBeOutside(String word) {
        String plain = word.replaceAll("['\"\\\\]", "");
        return plain.startsWith("/")
                || plain.startsWith("~")
                || plain.contains("=/")
                || plain.contains("=~")
                || plain.contains("$")
                || leaves(plain.substring(plain.indexOf('=') + 1));
    }

    private static boolean leaves(String path) {
        int depth = 0;
        for (String component : path.split("/", -1)) {
            if (component.equals("..")) {
                depth--;
            } else if (!component.isEmpty() && !component.equals(".")) {
                depth++;
            }
            if (depth < 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean isDangerous(String command) {
        String small = command.toLowerCase(Locale.ROOT);
        String blanks = small.replaceAll("\\s+", " ");
        if (blanks.contains("drop table") || blanks.contains("delete from")) {
            return true;
        }
        boolean fetches = false;
        // Of each command of the line: its words, without the quotes.
        for (String part : small.replaceAll("['\"\\\\]", "").split("[;&|<>`()\n\r]+", -1)) {
            Deque<String> words = new ArrayDeque<>(Arrays.asList(part.strip().split("\\s+", -1)));
            while (!words.isEmpty()) {
                String word = words.pop();
                String program = word.substring(word.lastIndexOf('/') + 1);
                if (DESTROYERS.contains(program)
                        || program.startsWith("mkfs")
                        || (fetches && SHELLS.contains(program))
                        || (program.equals("rm") && isRecursiveAndForced(words))
                        || (program.equals("git") && isDestructiveGit(words))) {
                    return true;
                }
                fetches |= FETCHERS.contains(program);
            }
        }
        return false;
    }

    private static boolean isRecursiveAndForced(Deque<String> words) {
        return hasOption(words, 'r', "--recursive") && hasOption(words, 'f', "--force");
    }

    private static boolean isDestructiveGit(Deque<String> words) {
        return (words.contains("push") && (hasOption(words, 'f', "--force") || hasAbbreviation(words, "--force-")))
                || (words.contains("reset") && words.contains("--hard"))
                || (words.contains("clean") && hasOption(words, 'f', "--force"));
    }

    private static boolean hasOption(Deque<String> words, char letter, String spelled) {
        return words.stream()
                .anyMatch(word -> word.equals(spelled)
                        || (word.startsWith("-") && !word.startsWith("--") && word.indexOf(letter) > 0));
    }

    private static boolean hasAbbreviation(Deque<String> words, String beginning) {
        return words.stream().anyMatch(word -> word.startsWith(beginning));
    }
}
