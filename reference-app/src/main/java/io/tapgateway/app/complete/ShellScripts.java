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

    /** What only a gateway that runs can tell; see {@link Completions}. */
    private static final Set<String> LABELS_OF_NEWS = Set.of("ID", "SESSION", "TOOL", "STREAM@PROVIDER", "ARGS");

    /**
     * Asks the program where the table has no answer, but starts none where no gateway has left its file. What an old
     * script would complete stays as it is.
     */
    private static final String NEWS_IN_BASH = """

            # Sessions, tools and streams, as the gateway that runs now has them.
            function _complete_NAME_now() {
              COMPREPLY=()
              _complete_NAME
              if [ "${#COMPREPLY[@]}" -ne 0 ] || [ "$COMP_CWORD" -lt 2 ]; then return 0; fi
              case $COMP_LINE in
                *--home*) ;;
                *) if ! [ -e "${TAPGATEWAY_HOME:-$HOME/.tapgateway}/gateway.json" ]; then return 0; fi ;;
              esac
              local IFS=$'\\n'
              COMPREPLY=($("${COMP_WORDS[0]/#\\~/$HOME}" complete --word="${COMP_WORDS[COMP_CWORD]}" \\
                "${COMP_LINE:0:$COMP_POINT}" 2>/dev/null </dev/null))
              case ${COMPREPLY[0]-} in *=) compopt -o nospace 2>/dev/null ;; esac
              return 0
            }
            complete -F _complete_NAME_now -o default NAME NAME.sh NAME.bash
            """;

    private static final String NEWS_IN_FISH = """
            # Sessions, tools and streams, as the gateway that runs now has them.
            function __NAME_now
                set -l home ~/.tapgateway
                set -q TAPGATEWAY_HOME; and set home $TAPGATEWAY_HOME
                set -l line (commandline -cp | string collect)
                string match -q -- '*--home*' $line; or test -e $home/gateway.json; or return
                set -l program (string replace -r -- '^~' $HOME (commandline -opc)[1])
                command $program complete --described $line 2>/dev/null </dev/null
            end
            """;

    private static final String NAME = "NAME";

    private ShellScripts() {}

    /** For bash; zsh understands it as well. */
    public static String bash(CommandLine table) {
        String name = table.getCommandName();
        return AutoComplete.bash(name, table) + NEWS_IN_BASH.replace(NAME, name);
    }

    /** For fish. */
    public static String fish(CommandLine table) {
        String program = "complete -c " + table.getCommandName();
        String news = "(__" + table.getCommandName() + "_now)";
        List<String> lines =
                new ArrayList<>(List.of("# Completes the commands of " + table.getCommandName() + " in fish."));
        lines.add(NEWS_IN_FISH.replace(NAME, table.getCommandName()).stripTrailing());
        lines.add(program + " -f");
        table.getCommandSpec()
                .options()
                .forEach(option -> lines.add(program + " -n __fish_use_subcommand" + of(option, news)));
        visible(table).forEach(command -> {
            lines.add(program + " -n __fish_use_subcommand -a " + command.name()
                    + about(command.usageMessage().description()));
            String seen = " -n '__fish_seen_subcommand_from " + command.name() + "'";
            command.options().stream()
                    .filter(option -> !option.hidden())
                    .forEach(option -> lines.add(program + seen + of(option, news)));
            if (command.positionalParameters().stream()
                    .anyMatch(parameter -> LABELS_OF_NEWS.contains(parameter.paramLabel()))) {
                lines.add(program + seen + " -a '" + news + "'");
            }
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

    private static String of(OptionSpec option, String news) {
        Stream<String> opposite =
                option.negatable() ? Stream.of(option.longestName().replaceFirst("^--", "--no-")) : Stream.empty();
        String names = Stream.concat(Arrays.stream(option.names()), opposite)
                .map(name -> name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1))
                .collect(Collectors.joining());
        return names + value(option, news) + about(option.description());
    }

    private static String value(OptionSpec option, String news) {
        if (option.arity().max() == 0) {
            return "";
        }
        if (option.completionCandidates() != null) {
            return " -x -a '" + joined(option.completionCandidates()) + "'";
        }
        if (LABELS_OF_NEWS.contains(option.paramLabel())) {
            return " -x -a '" + news + "'";
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
