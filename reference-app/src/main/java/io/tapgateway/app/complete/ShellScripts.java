package io.tapgateway.app.complete;

import io.tapgateway.app.text.PlainText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What shells need to know to complete commands: scripts, made from the table that {@code --help} shows. Immutable. */
public final class ShellScripts {
    private static final Set<String> LABELS_OF_FILES = Set.of("FILE", "DIR");

    private ShellScripts() {}

    /** For bash; zsh understands it as well. */
    public static String bash(CommandLine table) {
        return AutoComplete.bash(table.getCommandName(), table);
    }

    /** For fish. */
    public static String fish(CommandLine table) {
        String program = "complete -c " + table.getCommandName();
        List<String> lines =
                new ArrayList<>(List.of("# Completes the commands of " + table.getCommandName() + " in fish."));
        lines.add(program + " -f");
        table.getCommandSpec()
                .options()
                .forEach(option -> lines.add(program + " -n __fish_use_subcommand" + of(option)));
        visible(table).forEach(command -> {
            lines.add(program + " -n __fish_use_subcommand -a " + command.name()
                    + about(command.usageMessage().description()));
            String seen = " -n '__fish_seen_subcommand_from " + command.name() + "'";
            command.options().stream()
                    .filter(option -> !option.hidden())
                    .forEach(option -> lines.add(program + seen + of(option)));
            command.positionalParameters().forEach(parameter -> {
                if (parameter.completionCandidates() != null) {
                    lines.add(program + seen + " -a '" + joined(parameter.completionCandidates()) + "'");
                }
            });
        });
        return String.join("\n", lines) + "\n";
    }

    private static Stream<CommandSpec> visible(CommandLine table) {
        return table.getSubcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(command -> !command.usageMessage().hidden());
    }

    private static String of(OptionSpec option) {
        Stream<String> opposite =
                option.negatable() ? Stream.of(option.longestName().replaceFirst("^--", "--no-")) : Stream.empty();
        String names = Stream.concat(Arrays.stream(option.names()), opposite)
                .map(name -> name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1))
                .collect(Collectors.joining());
        return names + value(option) + about(option.description());
    }

    private static String value(OptionSpec option) {
        if (option.arity().max() == 0) {
            return "";
        }
        if (option.completionCandidates() != null) {
            return " -x -a '" + joined(option.completionCandidates()) + "'";
        }
        return LABELS_OF_FILES.contains(option.paramLabel()) ? " -r -F" : " -x";
    }

    private static String joined(Iterable<String> candidates) {
        return StreamSupport.stream(candidates.spliterator(), false)
                .map(candidate -> candidate.toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(" "));
    }

    private static String about(String... description) {
        return description.length == 0
                ? ""
                : " -d '"
                        + PlainText.of(Completions.about(description))
                                .replace("\\", "\\\\")
                                .replace("'", "\\'") + "'";
    }
}
