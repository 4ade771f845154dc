package io.tapgateway.app.complete;

import io.tapgateway.app.terminal.Choice;
import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * How a line may go on, by the table of commands. What an argument is stands in its label, as {@code --help} shows it.
 * Confined to the thread that asks.
 */
public final class Completions {
    private final CommandSpec table;
    private final Known known;

    public Completions(CommandSpec table, Known known) {
        this.table = table;
        this.known = known;
    }

    /**
     * What may come next.
     *
     * @param session the one that a command is about unless it names another one
     * @param before the words that are complete
     * @param begun what there is of the next one
     */
    public List<Choice> next(String session, List<String> before, String begun) {
        Stream<Choice> choices = before.isEmpty() ? commands(table) : ofCommand(table, session, before, begun);
        return choices.filter(choice -> choice.word().startsWith(begun)).toList();
    }

    private static Stream<Choice> commands(CommandSpec of) {
        return of.subcommands().entrySet().stream()
                .filter(command ->
                        !command.getValue().getCommandSpec().usageMessage().hidden())
                .map(command -> Choice.of(
                        command.getKey(),
                        about(command.getValue().getCommandSpec().usageMessage().description())));
    }

    private Stream<Choice> ofCommand(CommandSpec of, String session, List<String> before, String begun) {
        return Optional.ofNullable(of.subcommands().get(before.get(0)))
                .map(CommandLine::getCommandSpec)
                .map(command -> ofCommand(command, before.subList(1, before.size()), session, begun))
                .orElse(Stream.empty());
    }

    private Stream<Choice> ofCommand(CommandSpec command, List<String> words, String session, String begun) {
        if (command.subcommands().isEmpty() || (words.isEmpty() && begun.startsWith("-"))) {
            return next(session, Written.of(command, words), begun);
        }
        return words.isEmpty() ? commands(command) : ofCommand(command, session, words, begun);
    }

    private Stream<Choice> next(String session, Written written, String begun) {
        String about = Optional.ofNullable(written.values().get("--session")).orElse(session);
        if (written.open().isPresent()) {
            return values(written.open().get(), about, written, begun);
        }
        if (begun.startsWith("-")) {
            return options(written);
        }
        return written.command().positionalParameters().stream()
                .filter(parameter ->
                        parameter.index().contains(written.positional().size()))
                .flatMap(parameter -> values(parameter, about, written, begun));
    }

    private static Stream<Choice> options(Written written) {
        return written.command().options().stream()
                .filter(option -> !option.hidden() && !option.longestName().equals("--home"))
                .filter(option -> !written.values().containsKey(option.longestName()))
                .map(option -> Choice.of(option.longestName(), about(option.description())));
    }

    private Stream<Choice> values(ArgSpec argument, String session, Written written, String begun) {
        return switch (argument.paramLabel()) {
            case "ID", "SESSION" ->
                known.sessions().stream().map(it -> Choice.of(Known.text(it, "id"), Known.text(it, "label")));
            case "TOOL" ->
                known.tools(session).stream()
                        .map(it -> Choice.of(Known.text(it, "name"), Known.text(it, "description")));
            case "STREAM@PROVIDER" -> known.streams(session).stream().map(it -> Choice.of(Known.text(it, "name"), ""));
            case "ARGS" -> arguments(session, written.positional(), begun);
            case "COMMAND" -> commands(table);
            default ->
                argument.completionCandidates() == null
                        ? Stream.empty()
                        : StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                                .map(value -> Choice.of(value, ""));
        };
    }

    private Stream<Choice> arguments(String session, List<String> positional, String begun) {
        return known.tools(session).stream()
                .filter(tool -> Known.text(tool, "name").equals(positional.get(0)))
                .findFirst()
                .map(tool -> new ArgumentChoices(tool.get("parameters").orElse(JsonValue.EMPTY_OBJECT)))
                .map(choices -> choices.next(positional.subList(1, positional.size()), begun).stream())
                .orElse(Stream.empty());
    }

    /** The first sentence is enough to choose by. */
    static String about(String... description) {
        return description.length == 0 ? "" : description[0].replaceFirst("(?s)(\\.|;) .*", "");
    }

    /**
     * What a command has been given so far.
     *
     * @param positional the words that are no options, nor their values
     * @param values of options, by the longest name; empty for those without
     * @param open the option that the next word is the value of
     */
    private record Written(
            CommandSpec command, List<String> positional, Map<String, String> values, Optional<OptionSpec> open) {

        static Written of(CommandSpec command, List<String> words) {
            List<String> positional = new ArrayList<>();
            Map<String, String> values = new LinkedHashMap<>();
            Optional<OptionSpec> open = Optional.empty();
            for (String word : words) {
                if (open.isPresent()) {
                    values.put(open.get().longestName(), word);
                    open = Optional.empty();
                } else if (word.startsWith("-")) {
                    String[] parts = word.split("=", 2);
                    Optional<OptionSpec> option = Optional.ofNullable(command.findOption(parts[0]));
                    option.ifPresent(it -> values.put(it.longestName(), parts.length > 1 ? parts[1] : ""));
                    open = option.filter(it -> it.arity().max() > 0 && parts.length == 1);
                } else {
                    positional.add(word);
                }
            }
            return new Written(command, positional, values, open);
        }
    }
}
