package io.tapgateway.testkit.authority;

import com.google.errorprone.annotations.Immutable;
import java.util.List;

/** Something in a message that takes a capability. It writes the conversations that show whether it is served. */
@Immutable
sealed interface Carrier {
    /** What is said by whom, and what must come of it. */
    record Conversation(String name, String lines) {}

    /** Every way in which it can be said. */
    List<Conversation> conversations(CredentialKind principal, boolean allowed);

    private static String refused(String type) {
        return """
                P< {"type":"error","code":"UNAUTHORIZED","replyTo":"%s","*":"*"}
                P~
                """.formatted(type);
    }

    private static String hello(String peer, String more) {
        String session = more.contains("\"session\"") ? "" : ",\"session\":\"s1\"";
        return peer + "> {\"type\":\"hello\",\"name\":\"ci\",\"protocolVersion\":2" + session
                + (more.isEmpty() ? "" : "," + more) + "}\n";
    }

    private static String bound(String peer, String reconnectToken) {
        return """
                %1$s< {"type":"hello.ack","reconnectToken":"%2$s","*":"*"}
                %1$s< {"type":"session.lifecycle","*":"*"}
                """.formatted(peer, reconnectToken);
    }

    /** A member of {@code hello}: of the first one, of one that binds again, and of one with a reconnect token. */
    record Hello(String member) implements Carrier {
        @Override
        public List<Conversation> conversations(CredentialKind principal, boolean allowed) {
            String answer = allowed ? bound("P", "*") + "P~\n" : refused("hello");
            String first = principal.entry("P") + hello("P", member) + answer;
            String again = principal.entry("P") + hello("P", "") + bound("P", "*") + hello("P", member) + answer;
            String restored = principal.entry("Old")
                    + hello("Old", "") + bound("Old", "$old") + "@ drop Old\n"
                    + principal.entry("P") + hello("P", "\"reconnectToken\":\"$old\"," + member) + answer;
            return List.of(
                    new Conversation("first hello, " + member, first),
                    new Conversation("hello again, " + member, again),
                    new Conversation("hello after a loss, " + member, restored));
        }
    }

    /**
     * A message of a provider that is bound.
     *
     * @param text the message
     * @param type its type
     * @param answer the type of what it is answered with when it is served; empty if with nothing
     */
    record Bound(String text, String type, String answer) implements Carrier {
        @Override
        public List<Conversation> conversations(CredentialKind principal, boolean allowed) {
            // Only whoever may be bound to all sessions announces one of them.
            boolean all = type.equals("session.ready") && allowed;
            String start =
                    principal.entry("P") + hello("P", (all ? "\"session\":\"all\"," : "") + TOOL) + bound("P", "*");
            String served = answer.isEmpty() ? "P~\n" : "P< {\"type\":\"" + answer + "\",\"*\":\"*\"}\nP~\n";
            return List.of(new Conversation(text, start + "P> " + text + "\n" + (allowed ? served : refused(type))));
        }
    }

    /** The result of a call that is a file. */
    record File() implements Carrier {
        @Override
        public List<Conversation> conversations(CredentialKind principal, boolean allowed) {
            String start = principal.entry("P") + hello("P", TOOL) + bound("P", "*") + """
                    @ host call look {} as c1
                    P< {"type":"tool.call","id":"$call","*":"*"}
                    P> {"type":"tool.result","id":"$call","file":{"path":"/nowhere/x","mimeType":"text/plain","size":1}}
                    """;
            String error = "P< {\"type\":\"error\",\"code\":\"%s\",\"replyTo\":\"tool.result\",\"*\":\"*\"}\n"
                    .formatted(allowed ? "INVALID_JSON" : "UNAUTHORIZED");
            String outcome = allowed
                    ? "@ host outcome c1 {\"ok\":false,\"errorCode\":\"INTERNAL\",\"error\":\"the file*\",\"*\":\"*\"}\n"
                    : "@ host outcome c1 {\"ok\":false,\"errorCode\":\"UNAUTHORIZED\",\"*\":\"*\"}\n";
            return List.of(new Conversation("a file as result", start + error + outcome));
        }
    }

    /** What every provider registers that is to be called, or to give something up. */
    String TOOL = "\"tools\":[{\"name\":\"look\",\"description\":\"d\"}]";
}
