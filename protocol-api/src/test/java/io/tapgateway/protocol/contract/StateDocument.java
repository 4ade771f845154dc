package io.tapgateway.protocol.contract;

import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.connection.Legality;
import io.tapgateway.protocol.connection.ProviderState;
import io.tapgateway.protocol.connection.States;
import io.tapgateway.protocol.message.MessageType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Both state machines: diagrams drawn from the {@code to…} methods, and what is legal when. */
final class StateDocument {
    private StateDocument() {}

    static String markdown() {
        StringBuilder out = new StringBuilder(ContractDocuments.MARKDOWN_HEADER).append("# States of a connection\n");
        out.append("""

                ## Seen from the gateway

                Rebinding is not a state: a repeated `hello` is processed in one step, which nobody can observe.

                """);
        diagram(States.OF_GATEWAY, GatewayState::label, GatewayState.class, out);
        out.append("""

                What a provider may send:

                """);
        table(States.OF_GATEWAY, GatewayState::label, true, (state, type) -> word(state.judge(type)), out);
        out.append("""

                *legal*: processed. *ignored*: a late answer, without effect or reply. *refused*: `UNKNOWN_TYPE`, the connection stays.
                *fatal*: `AUTH_FAILED`, the connection ends. Types that only gateways send are answered like
                unknown ones.

                ## Seen from the provider

                """);
        diagram(States.OF_PROVIDER, ProviderState::label, ProviderState.class, out);
        out.append("""

                What a gateway is expected to send; anything else is ignored, never answered:

                """);
        table(
                States.OF_PROVIDER,
                ProviderState::label,
                false,
                (state, type) -> state.expects(type) ? "expected" : "–",
                out);
        return out.toString();
    }

    private static <S> void diagram(List<S> states, Function<S, String> label, Class<S> family, StringBuilder out) {
        out.append("```mermaid\nstateDiagram-v2\n    [*] --> ")
                .append(label.apply(states.get(0)))
                .append('\n');
        Set<String> terminal = new LinkedHashSet<>();
        for (S state : states) {
            Set<String> exits = exits(state, family);
            if (exits.equals(Set.of(label.apply(state)))) {
                terminal.add(label.apply(state));
            } else {
                exits.forEach(exit -> out.append("    %s --> %s\n".formatted(label.apply(state), exit)));
            }
        }
        terminal.forEach(state -> out.append("    %s --> [*]\n".formatted(state)));
        out.append("```\n");
    }

    /** The states to which the public {@code to…} methods lead, by name. */
    private static Set<String> exits(Object state, Class<?> family) {
        Set<String> exits = new TreeSet<>();
        for (Method method : state.getClass().getMethods()) {
            if (method.getName().matches("to[A-Z].*") && family.isAssignableFrom(method.getReturnType())) {
                exits.add(method.getReturnType().getSimpleName());
            }
        }
        return exits;
    }

    private static <S> void table(
            List<S> states,
            Function<S, String> label,
            boolean fromProvider,
            BiFunction<S, MessageType, String> cell,
            StringBuilder out) {
        out.append("| |");
        states.forEach(state -> out.append(' ').append(label.apply(state)).append(" |"));
        out.append("\n|---|").append("---|".repeat(states.size())).append('\n');
        Arrays.stream(MessageType.values())
                .filter(type -> type.fromProvider() == fromProvider)
                .forEach(type -> {
                    out.append("| `").append(type.wireName()).append("` |");
                    states.forEach(state ->
                            out.append(' ').append(cell.apply(state, type)).append(" |"));
                    out.append('\n');
                });
    }

    private static String word(Legality legality) {
        return switch (legality) {
            case LEGAL -> "**legal**";
            case IGNORED -> "ignored";
            case REFUSED -> "refused";
            case FATAL -> "fatal";
        };
    }
}
