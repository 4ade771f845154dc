package io.tapgateway.zot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/**
 * What a simulated extension is like, in all of its lives. Immutable.
 *
 * @param opening what its programs say first, without the hello
 * @param slowness how many milliseconds they take until then
 * @param obedience how many milliseconds they take to end once they are asked to
 */
record Persona(
        String name,
        ExtensionSettings settings,
        List<String> opening,
        List<String> tools,
        int slowness,
        int obedience) {
    private static final List<String> SHARED = List.of("read", "write", "list", "search");
    private static final List<String> COMMANDS = List.of("plan", "todo", "undo");

    /** The event by which all of them can be asked whether they have heard everything. */
    static final String FULL_STOP = "turn_end";

    Persona {
        opening = List.copyOf(opening);
        tools = List.copyOf(tools);
    }

    /** One that has something in common with others: names, and what it is asked about. */
    static Persona sociable(String name, Random random) {
        List<String> tools = new ArrayList<>(some(SHARED, random));
        tools.add(name + "_own");
        TreeSet<String> commands = new TreeSet<>(some(COMMANDS, random));
        commands.add(name);
        TreeSet<String> intercepts = new TreeSet<>(some(ExtensionGuard.INTERCEPTS, random));
        if (random.nextInt(3) == 0) {
            intercepts.clear();
        }
        TreeSet<String> events = new TreeSet<>(some(ExtensionGuard.EVENTS, random));
        return of(
                name,
                ExtensionSettings.STANDARD.withFailOpen(random.nextInt(5) == 0).withFailClosed(random.nextInt(5) == 0),
                tools,
                List.copyOf(commands),
                List.copyOf(events),
                List.copyOf(intercepts),
                random);
    }

    /** One that has nothing that others have, and is asked about nothing. */
    static Persona loner(String name, Random random) {
        return of(
                name,
                ExtensionSettings.STANDARD,
                List.of(name + "_own"),
                List.of(name),
                List.copyOf(ExtensionGuard.EVENTS),
                List.of(),
                random);
    }

    private static Persona of(
            String name,
            ExtensionSettings settings,
            List<String> tools,
            List<String> commands,
            List<String> events,
            List<String> intercepts,
            Random random) {
        List<String> opening = new ArrayList<>();
        tools.forEach(it -> opening.add(Extensions.tool(it)));
        commands.forEach(it -> opening.add("{\"type\":\"register_command\",\"name\":\"" + it + "\"}"));
        TreeSet<String> told = new TreeSet<>(events);
        told.add(FULL_STOP);
        opening.add("{\"type\":\"subscribe\",\"events\":[" + quoted(List.copyOf(told)) + "],\"intercept\":["
                + quoted(intercepts) + "]}");
        return new Persona(name, settings, opening, tools, random.nextInt(900), random.nextInt(3_000));
    }

    private static String quoted(List<String> names) {
        return names.isEmpty() ? "" : "\"" + String.join("\",\"", names) + "\"";
    }

    private static List<String> some(Collection<String> all, Random random) {
        return all.stream().sorted().filter(it -> random.nextBoolean()).toList();
    }

    /** Whether its programs hear something at once when they are ready. */
    boolean isToldOfStart() {
        return opening.toString().contains(ExtensionGuard.SESSION_START);
    }

    String hello() {
        return "{\"type\":\"hello\",\"name\":\"" + name + "\",\"capabilities\":[\"tools\",\"tool_cancel\"]}";
    }
}
