package io.tapgateway.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The list of commands in the help of the tool itself: what each is for in one line, under headings. Confined to the
 * main thread.
 */
final class GroupedHelp implements IHelpSectionRenderer {
    private static final int COLUMNS = 80;
    private static final String INDENT = "  ";
    private static final int NAME_COLUMNS = 14;

    private final Map<String, List<String>> groups;

    GroupedHelp(Map<String, List<String>> groups) {
        this.groups = groups;
    }

    @Override
    public String render(Help help) {
        StringBuilder out = new StringBuilder();
        Map<String, CommandLine> commands = help.commandSpec().subcommands();
        groups.forEach((heading, names) -> {
            out.append(String.format("%n%s:%n", heading));
            for (String name : names) {
                CommandLine command = commands.get(name);
                if (command != null) {
                    append(out, name, command.getCommandSpec());
                }
            }
        });
        return out.toString();
    }

    private static void append(StringBuilder out, String name, CommandSpec command) {
        String begin = String.format("%s%-" + NAME_COLUMNS + "s", INDENT, name);
        for (String line : wrapped(ManualPage.gist(command.usageMessage().description()) + ".")) {
            out.append(String.format("%s%s%n", begin, line));
            begin = " ".repeat(INDENT.length() + NAME_COLUMNS);
        }
    }

    private static List<String> wrapped(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (line.length() + word.length() >= COLUMNS - INDENT.length() - NAME_COLUMNS) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
