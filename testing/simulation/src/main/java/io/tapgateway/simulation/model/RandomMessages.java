package io.tapgateway.simulation.model;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.simulation.world.RandomSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The texts of one provider's messages, with random content. Confined to one simulation. */
final class RandomMessages {
    /** Timeouts of tools in milliseconds; 0 for none of its own. */
    private static final List<Integer> TIMEOUTS = List.of(0, 0, 50, 100, 800, 3_000, 15_000);

    /** What hosts do themselves. */
    static final List<String> HOST_TOOLS = List.of("shell", "edit");

    private static final List<String> LEVELS = List.of("keep", "surface", "inject");

    private final String name;
    private final boolean trusted;
    private final RandomSource random;

    /** @param trusted whether it knows that it may do more than anybody */
    RandomMessages(String name, boolean trusted, RandomSource random) {
        this.name = name;
        this.trusted = trusted;
        this.random = random;
    }

    /** A message; values are anything {@link JsonValue#of(Object)} takes. */
    static String message(String type, Object... namesAndValues) {
        return message(type, members(namesAndValues));
    }

    /** The members of an object, in this order: that of {@link Map#of} is another in every process. */
    static Map<String, Object> members(Object... namesAndValues) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            members.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return members;
    }

    static String message(String type, Map<String, Object> rest) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", type);
        members.putAll(rest);
        return JsonValue.of((Object) members).json();
    }

    String auth(String token) {
        return message("auth", "token", random.chance(0.03) ? "wrong" : token);
    }

    String hello(Optional<String> instance, Optional<String> session, Optional<String> reconnectToken) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", "hello");
        members.put("name", random.chance(0.02) ? "somebody" : name);
        members.put("protocolVersion", random.chance(0.01) ? 3 : 2);
        instance.ifPresent(it -> members.put("instance", it));
        session.ifPresent(it -> members.put("session", it));
        reconnectToken.ifPresent(it -> members.put("reconnectToken", it));
        if (reconnectToken.isEmpty() || random.chance(0.5)) {
            members.put("tools", tools(random.between(0, 4)));
        }
        if (random.chance(0.75)) {
            String scope = random.pick(List.of("instance", "instance", "provider", "tool"));
            members.put("concurrency", members("max", random.between(1, 3), "scope", scope));
        }
        if (random.chance(0.1)) {
            members.put("metadata", members("title", "A page", "more", Map.of("depth", 2)));
        }
        if (random.chance(0.05)) {
            members.put("context", "The build is green.");
        }
        if (random.chance(0.2)) {
            members.put("subscribe", List.of("tea.time"));
        } else if (trusted && random.chance(0.5)) {
            members.put("subscribe", List.of("user.message", "assistant.message", "tool.execution_complete"));
        }
        Map<String, Object> hooks = new LinkedHashMap<>();
        if (trusted && random.chance(0.5)) {
            hooks.put("onPreToolUse", rules());
        }
        RandomSource own = random.fork("transforms");
        if (trusted && own.chance(0.6)) {
            hooks.put("transforms", transforms(own));
        }
        if (!hooks.isEmpty()) {
            members.put("hooks", hooks);
        }
        if (random.chance(0.1)) {
            members.put("color", "green");
        }
        return JsonValue.of((Object) members).json();
    }

    private List<Object> tools(int count) {
        Map<String, Object> byName = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String tool = toolName();
            byName.put(tool.toLowerCase(Locale.ROOT), tool(tool, "Does something, version " + random.between(1, 3)));
        }
        return new ArrayList<>(byName.values());
    }

    private Map<String, Object> tool(String tool, String description) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", tool);
        members.put("description", description);
        members.put("parameters", random.chance(0.02) ? Map.of("required", List.of("a")) : parameters(tool));
        int timeout = random.pick(TIMEOUTS);
        if (timeout > 0) {
            members.put("timeout", timeout);
        }
        return members;
    }

    /** Some do not take what hosts give them; with dice of their own, so that all else is as it would be without. */
    private Map<String, Object> parameters(String tool) {
        return random.fork("parameters of " + tool).chance(0.1)
                ? Map.of("properties", Map.of("ref", Map.of("type", "string")))
                : Map.of();
    }

    /** Mostly its own, sometimes one that others want too, rarely one that nobody may have. */
    private String toolName() {
        if (random.chance(0.04)) {
            return random.pick(List.of("shared", "Shared"));
        }
        if (random.chance(0.01)) {
            return random.pick(List.of("Shell", "list_" + name + "_instances"));
        }
        String own = name.replace('-', '_') + "_" + random.pick(List.of("a", "b", "c", "d"));
        return random.chance(0.02) ? own.toUpperCase(Locale.ROOT) : own;
    }

    String toolsUpdate(Optional<String> session) {
        Map<String, Object> members = update("tools.update", session);
        if (random.chance(0.15)) {
            members.put("mode", random.pick(List.of("replace", "delta")));
        }
        if (random.chance(0.97)) {
            members.put("tools", tools(random.between(0, 3)));
        }
        if (random.chance(0.4)) {
            members.put("remove", List.of(toolName()));
        }
        return JsonValue.of((Object) members).json();
    }

    String contextUpdate(Optional<String> session) {
        Map<String, Object> members = update("context.update", session);
        members.put("context", random.chance(0.1) ? "" : "It is " + random.between(1, 100));
        return JsonValue.of((Object) members).json();
    }

    private Map<String, Object> update(String type, Optional<String> session) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", type);
        if (random.chance(0.8)) {
            members.put("requestId", "r" + random.between(1, 1_000_000));
        }
        session.ifPresent(it -> members.put("sessionId", it));
        return members;
    }

    /** Gates and people are only asked about what hosts do themselves: the model does not foretell what becomes of
     * calls then. */
    private List<Object> rules() {
        List<Object> rules = new ArrayList<>();
        for (int i = random.between(0, 3); i > 0; i--) {
            rules.add(rule());
        }
        RandomSource asking = random.fork("a rule that asks");
        if (asking.chance(0.7)) {
            Map<String, Object> match = Map.of("tool", asking.pick(HOST_TOOLS));
            rules.add(members("match", match, "action", "ask", "reason", HostileText.text(asking)));
        }
        RandomSource own = random.fork("rule on a tool");
        if (own.chance(0.9)) {
            rules.add(ruleOnTool(own));
        }
        return rules;
    }

    /** One that decides by itself, so that the model can foretell what becomes of calls. */
    private static Map<String, Object> ruleOnTool(RandomSource random) {
        Map<String, Object> match =
                Map.of("tool", "p" + random.between(1, 3) + "_" + random.pick(List.of("a", "b", "c", "d")));
        return random.chance(0.7)
                ? members("match", match, "action", "deny")
                : members("match", match, "action", "context", "content", "Take care.");
    }

    private Map<String, Object> rule() {
        Map<String, Object> match = new LinkedHashMap<>();
        match.put("tool", random.pick(HOST_TOOLS));
        if (random.chance(0.5)) {
            match.put("args", random.pick(List.of("rm", "l.*s", "never")));
        }
        Map<String, Object> rule = new LinkedHashMap<>();
        rule.put("match", match);
        switch (random.between(0, 5)) {
            case 0 -> rule.put("action", "deny");
            case 1 -> {
                rule.put("action", "context");
                rule.put("content", "Take care.");
            }
            default -> {
                rule.put("action", "gate");
                rule.put("gateId", "g" + random.between(1, 2));
                if (random.chance(0.4)) {
                    rule.put("failOpen", true);
                }
            }
        }
        return rule;
    }

    /**
     * Mostly what anybody may do who may have any; with dice of its own, so that all else is as it would be without.
     */
    private static Map<String, Object> transforms(RandomSource random) {
        Map<String, Object> transforms = new LinkedHashMap<>();
        for (int i = random.between(1, 3); i > 0; i--) {
            String section = random.pick(List.of("tone", "tone", "guidelines", "safety", "identity"));
            boolean guarded = section.equals("safety") || section.equals("identity");
            String action = guarded && random.chance(0.97)
                    ? "append"
                    : random.pick(List.of("callback", "callback", "callback", "callback", "append", "prepend"));
            Map<String, Object> callback = members("action", action);
            transforms.put(
                    section, action.equals("callback") ? callback : members("action", action, "content", "Be kind."));
        }
        return transforms;
    }

    /** An answer to a question about a section, or none. */
    static String transformResult(String id, String current, RandomSource random) {
        return switch (random.between(0, 9)) {
            case 0 -> message("transform.result", "callId", id);
            case 1 -> message("transform.result", "callId", id, "content", HostileText.text(random));
            default ->
                message("transform.result", "callId", id, "content", current + " Or " + random.between(1, 99) + ".");
        };
    }

    String hooksUpdate(Optional<String> session) {
        Map<String, Object> members = update("hooks.update", session);
        members.put("onPreToolUse", rules());
        RandomSource own = random.fork("transforms");
        if (trusted && own.chance(0.3)) {
            members.put("transforms", transforms(own));
        }
        return JsonValue.of((Object) members).json();
    }

    /** An answer to a gate. */
    String gateResult(String gate, String call) {
        String decision = random.pick(List.of("allow", "allow", "allow", "context", "deny"));
        RandomSource own = random.fork("a gate that asks");
        return message(
                "gate.result",
                "gateId",
                gate,
                "callId",
                call,
                "decision",
                own.chance(0.3) ? "ask" : decision,
                "reason",
                HostileText.text(random));
    }

    String sessionReady(String session) {
        Map<String, Object> members = update("session.ready", Optional.of(session));
        return JsonValue.of((Object) members).json();
    }

    String push(Optional<String> session) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", "push");
        members.put("level", random.pick(LEVELS));
        members.put("event", random.chance(0.3) ? HostileText.text(random) : "news " + random.between(1, 1_000));
        session.ifPresent(it -> members.put("sessionId", it));
        if (random.chance(0.5)) {
            members.put("stream", "s" + random.between(1, 25));
        }
        return JsonValue.of((Object) members).json();
    }

    /** More than some gateways let anybody say at once, and less than others do. */
    String atLength(Optional<String> session) {
        String text = "x".repeat(random.between(800, 3_000));
        return switch (random.between(0, 2)) {
            case 0 -> message("push", "level", "keep", "event", text);
            case 1 -> message("tools.update", "tools", List.of(tool(toolName(), text)));
            default -> {
                Map<String, Object> members = update("context.update", session);
                members.put("context", text);
                yield JsonValue.of((Object) members).json();
            }
        };
    }

    String query(Optional<String> session) {
        return session.isPresent()
                ? message("stream.query", "queryId", "q", "sessionId", session.get())
                : message("stream.query", "queryId", "q", "last", random.between(1, 120));
    }

    /** An answer to a call. */
    String result(String call) {
        return switch (random.between(0, 9)) {
            case 0 -> message("tool.result", "id", call, "error", "no luck", "errorCode", "NOT_FOUND");
            case 1 -> message("tool.result", "id", call, "error", "odd", "errorCode", "TEAPOT", "retryable", true);
            case 2 -> message("tool.result", "id", call);
            default -> message("tool.result", "id", call, "data", Map.of("n", random.between(1, 1_000)));
        };
    }

    static String cancelled(String call) {
        return message("tool.result", "id", call, "error", "Cancelled", "errorCode", "CANCELLED");
    }
}
