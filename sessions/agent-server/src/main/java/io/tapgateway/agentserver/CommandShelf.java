package io.tapgateway.agentserver;

import io.tapgateway.agentserver.coworker.CommandInfo;
import io.tapgateway.agentserver.coworker.CommandText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commands that clients can have expanded: configured and built-in ones, files of the directory and of the person,
 * and skills. Of several with one name, case aside, the first counts (W-056). Read anew each time. Thread-safe.
 */
final class CommandShelf {
    /** How many commands there are at most. */
    static final int MOST = 256;

    /** How many bytes a file of a command has at most. */
    static final int MOST_BYTES = 65_536;

    private static final Logger LOG = LoggerFactory.getLogger(CommandShelf.class);
    private static final String SUFFIX = ".md";
    private static final Map<String, Command> BUILT_IN = Map.of(
            "init",
            new Command(
                    "init",
                    Optional.of("write down what an agent has to know of this directory"),
                    false,
                    new CommandText(
                            "Look at this directory and write AGENTS.md: how the project is built and tested, how its"
                                    + " code is organised, and what its style asks for. Keep what is right in a file that is"
                                    + " there already. $ARGUMENTS")),
            "review",
            new Command(
                    "review",
                    Optional.of("review changes [commit|branch|pr], defaults to uncommitted"),
                    false,
                    new CommandText("Review these changes, or the uncommitted ones if none are named: $ARGUMENTS\n\n"
                            + "Read the code around them. Tell of mistakes first, with file and line, and say so if"
                            + " you find none.")));

    private final List<Path> directories;
    private final Supplier<List<Command>> configured;
    private final SkillShelf skills;

    /** @param configured those that are configured, which come first */
    CommandShelf(Path directory, Path personsHome, Supplier<List<Command>> configured, SkillShelf skills) {
        this.directories = Stream.of(directory, personsHome)
                .flatMap(base -> Stream.of(base.resolve(".agent"), base.resolve(".claude")))
                .map(base -> base.resolve("commands"))
                .toList();
        this.configured = configured;
        this.skills = skills;
    }

    /** A command with its text. */
    record Command(String name, Optional<String> description, boolean skill, CommandText template) {}

    /** All of them, by name. */
    List<CommandInfo> list() {
        return all().stream()
                .map(it -> new CommandInfo(
                        it.name(), it.description(), it.skill(), it.template().hints()))
                .toList();
    }

    /** The one of that name, whatever its case. */
    Optional<Command> find(String name) {
        return all().stream()
                .filter(it -> it.name().equalsIgnoreCase(name.strip()))
                .findFirst();
    }

    private Collection<Command> all() {
        Map<String, Command> found = new TreeMap<>();
        configured.get().forEach(command -> add(found, command));
        BUILT_IN.values().forEach(command -> add(found, command));
        directories.forEach(directory -> files(directory)
                .forEach(file -> MarkdownFile.read(file, MOST_BYTES)
                        .map(text -> command(name(file), text))
                        .ifPresent(command -> add(found, command))));
        skills.list().stream()
                .filter(skill -> skill.info().enabled())
                .forEach(skill -> add(
                        found,
                        new Command(
                                skill.info().name(),
                                Optional.of(skill.info().description()),
                                true,
                                new CommandText(skill.content()))));
        return List.copyOf(found.values());
    }

    private static void add(Map<String, Command> found, Command command) {
        if (found.size() < MOST) {
            found.putIfAbsent(command.name().toLowerCase(Locale.ROOT), command);
        }
    }

    private static Command command(String name, MarkdownFile file) {
        return new Command(
                name, Optional.ofNullable(file.front().get("description")), false, new CommandText(file.body()));
    }

    private static String name(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.substring(0, name.length() - SUFFIX.length());
    }

    private static List<Path> files(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(it -> it.toString().endsWith(SUFFIX))
                    .sorted()
                    .limit(MOST)
                    .toList();
        } catch (IOException e) {
            LOG.debug("No commands are read from {}", directory, e);
            return List.of();
        }
    }
}
