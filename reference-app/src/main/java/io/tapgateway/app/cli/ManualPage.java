package io.tapgateway.app.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The help of one command as a page for {@code man}, in the language of troff. Confined to the main thread.
 *
 * @param command with its options and arguments
 */
record ManualPage(CommandSpec command) {
    private static final String MANUAL = "Tap Gateway Manual";

    /** The pages of a command and of all below it that {@code --help} shows. */
    static Stream<ManualPage> of(CommandSpec command) {
        return Stream.concat(
                Stream.of(new ManualPage(command)), shown(command).stream().flatMap(ManualPage::of));
    }

    /** The name that {@code man} finds it by. */
    String name() {
        return command.qualifiedName("-");
    }

    String fileName() {
        return name() + ".1";
    }

    /**
     * The whole page.
     *
     * @param version of the program
     */
    String text(String version) {
        String[] description = command.usageMessage().description();
        List<String> out = new ArrayList<>();
        // No date: the same sources make the same bytes.
        out.add(".TH \"" + name().toUpperCase(Locale.ROOT) + "\" 1 \"\" \"tapgateway " + version + "\" \"" + MANUAL
                + "\"");
        out.add(".SH NAME");
        out.add(escaped(name()) + " \\- " + escaped(gist(description)));
        out.add(".SH SYNOPSIS");
        out.add(".B " + escaped(command.qualifiedName()));
        out.add(escaped(synopsis()));
        out.add(".SH DESCRIPTION");
        Arrays.stream(description).forEach(paragraph -> out.addAll(List.of(".PP", escaped(paragraph))));
        section(out, "ARGUMENTS", arguments());
        section(out, "OPTIONS", options());
        section(
                out,
                "COMMANDS",
                shown(command).stream()
                        .map(it -> new Entry(
                                it.name(), List.of(gist(it.usageMessage().description()) + ".")))
                        .toList());
        out.add(".SH SEE ALSO");
        out.add(
                command.parent() == null
                        ? "Each command has a page of its own, such as\n.BR tapgateway\\-run (1)."
                        : ".BR " + escaped(command.parent().qualifiedName("-")) + " (1)");
        return String.join("\n", out) + "\n";
    }

    /**
     * Something with its explanation.
     *
     * @param about one paragraph each
     */
    private record Entry(String term, List<String> about) {
        static Entry of(String term, String[] about) {
            return new Entry(term, List.of(about));
        }
    }

    private String synopsis() {
        List<String> words = new ArrayList<>();
        if (!options().isEmpty()) {
            words.add("[OPTIONS]");
        }
        parameters().forEach(it -> words.add(label(it)));
        if (!shown(command).isEmpty()) {
            words.add(command.parent() == null ? "[COMMAND]" : "COMMAND");
        }
        return String.join(" ", words);
    }

    private static String label(PositionalParamSpec parameter) {
        String many = parameter.arity().max() > 1
                        || parameter.index().max() > parameter.index().min()
                ? "..."
                : "";
        return parameter.required() ? parameter.paramLabel() + many : "[" + parameter.paramLabel() + many + "]";
    }

    private List<Entry> arguments() {
        return parameters().stream()
                .map(it -> Entry.of(it.paramLabel(), it.description()))
                .toList();
    }

    private List<PositionalParamSpec> parameters() {
        return command.positionalParameters().stream()
                .filter(it -> !it.hidden())
                .toList();
    }

    private List<Entry> options() {
        return command.options().stream()
                .filter(it -> !it.hidden())
                .map(it -> Entry.of(names(it), it.description()))
                .toList();
    }

    private static String names(OptionSpec option) {
        String names = String.join(", ", option.names());
        return option.arity().max() == 0 ? names : names + "=" + option.paramLabel();
    }

    private static List<CommandSpec> shown(CommandSpec command) {
        return command.subcommands().values().stream()
                .map(it -> it.getCommandSpec())
                .filter(it -> !it.usageMessage().hidden())
                .toList();
    }

    private static void section(List<String> out, String title, List<Entry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        out.add(".SH " + title);
        for (Entry entry : entries) {
            out.add(".TP");
            out.add(".B " + escaped(entry.term()));
            out.add(entry.about().stream().map(ManualPage::escaped).collect(Collectors.joining("\n.br\n")));
        }
    }

    /** What comes first, without examples and explanations; no full stop ends it. */
    static String gist(String[] description) {
        return description[0].split("[.:;](\\s|$)", 2)[0];
    }

    /** No character of it is a command of troff; a hyphen is one that can be copied. */
    private static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-").replaceAll("(?m)^([.'])", "\\\\&$1");
    }
}
