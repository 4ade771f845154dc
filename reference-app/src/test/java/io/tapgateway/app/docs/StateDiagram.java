package io.tapgateway.app.docs;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A state machine as its code draws it: a sealed family whose permitted classes are the states. Immutable.
 *
 * <p>An arrow is a method {@code to…} that a state declares or inherits and that returns one of the states. A method
 * that returns the family itself, such as one that refuses on behalf of all states, is no arrow. The machine begins in
 * the states that static methods of the family or of a state return or, if there are none, in the states to which no
 * arrow leads. Reflection looks at signatures only, so the family and its states may be private.
 */
final class StateDiagram {
    private static final Pattern TRANSITION = Pattern.compile("to[A-Z].*");

    private final Class<?> family;
    private final Set<Class<?>> states;
    private final Map<String, Set<String>> exits = new TreeMap<>();
    private final Set<String> beginnings;

    private StateDiagram(Class<?> family) {
        this.family = family;
        this.states = statesOf(family).collect(Collectors.toSet());
        states.forEach(state -> exits.put(state.getSimpleName(), exitsOf(state)));
        this.beginnings = beginningsOf();
    }

    /**
     * The diagram of a machine.
     *
     * @throws IllegalArgumentException if it is none, or has states that cannot be reached
     */
    static StateDiagram of(Class<?> family) {
        if (!family.isSealed()) {
            throw new IllegalArgumentException(family + " is not sealed");
        }
        return new StateDiagram(family);
    }

    /**
     * The diagram of a machine that is visible in its own package only.
     *
     * @param family the binary name of the sealed family
     */
    static StateDiagram of(String family) {
        try {
            return of(Class.forName(family, false, StateDiagram.class.getClassLoader()));
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("no class " + family, e);
        }
    }

    /** The diagram in Markdown: states in the order in which they can be reached. */
    String markdown() {
        StringBuilder out = new StringBuilder("```mermaid\nstateDiagram-v2\n");
        beginnings.forEach(state -> arrow("[*]", state, out));
        Map<String, Set<String>> reachable = reachable();
        reachable.forEach((state, next) -> {
            if (!isTerminal(state)) {
                next.forEach(exit -> arrow(state, exit, out));
            }
        });
        reachable.keySet().stream().filter(this::isTerminal).forEach(state -> arrow(state, "[*]", out));
        return out.append("```\n").toString();
    }

    private static void arrow(String from, String to, StringBuilder out) {
        out.append("    ").append(from).append(" --> ").append(to).append('\n');
    }

    private boolean isTerminal(String state) {
        return Set.of(state).containsAll(exitsFrom(state));
    }

    private Set<String> exitsFrom(String state) {
        return exits.getOrDefault(state, Set.of());
    }

    private Map<String, Set<String>> reachable() {
        Map<String, Set<String>> found = new LinkedHashMap<>();
        Queue<String> next = new ArrayDeque<>(beginnings);
        while (!next.isEmpty()) {
            String state = next.remove();
            if (found.putIfAbsent(state, exitsFrom(state)) == null) {
                next.addAll(exitsFrom(state));
            }
        }
        if (!found.keySet().equals(exits.keySet())) {
            throw new IllegalArgumentException(
                    family + " has states that cannot be reached: of " + exits.keySet() + " only " + found.keySet());
        }
        return found;
    }

    private static Stream<Class<?>> statesOf(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(StateDiagram::statesOf)
                : Stream.of(type);
    }

    private Set<String> beginningsOf() {
        Set<String> declared = reached(Stream.concat(Stream.of(family), states.stream())
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> Modifier.isStatic(method.getModifiers()) && !method.isSynthetic()));
        if (!declared.isEmpty()) {
            return declared;
        }
        Set<String> unreached = new TreeSet<>(exits.keySet());
        exits.values().stream().flatMap(Collection::stream).forEach(unreached::remove);
        return unreached;
    }

    private Set<String> exitsOf(Class<?> state) {
        return reached(ancestry(state)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .filter(method -> TRANSITION.matcher(method.getName()).matches()));
    }

    /** The state and the families that it belongs to. */
    private Stream<Class<?>> ancestry(Class<?> type) {
        if (!family.isAssignableFrom(type)) {
            return Stream.empty();
        }
        Stream<Class<?>> above =
                Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()));
        return Stream.concat(Stream.of(type), above.flatMap(this::ancestry));
    }

    private Set<String> reached(Stream<Method> methods) {
        return methods.map(Method::getReturnType)
                .filter(states::contains)
                .map(Class::getSimpleName)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
