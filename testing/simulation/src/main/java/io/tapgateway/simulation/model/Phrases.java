package io.tapgateway.simulation.model;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.simulation.world.Dice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The texts of one provider's messages, with random content. Confined to one simulation. */
final class Phrases {
    /** Timeouts of tools in milliseconds; 0 for none of its own. */
    private static final List<Integer> TIMEOUTS = List.of(0, 0, 50, 100, 800, 3_000, 15_000);

    /** What hosts do themselves. */
    static final List<String> HOST_TOOLS = List.of("shell", "edit");

    private static final List<String> LEVELS = List.of("keep", "surface", "inject");

    private final String name;
    private final boolean trusted;
    private final Dice dice;

    /** @param trusted whether it knows that it may do more than anybody */
    Phrases(String name, boolean trusted, Dice dice) {
        this.name = name;
        this.trusted = trusted;
        this.dice = dice;
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
        return message("auth", "token", dice.chance(0.03) ? "wrong" : token);
    }

    String hello(Optional<String> instance, Optional<String> session, Optional<String> reconnectToken) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", "hello");
        members.put("name", dice.chance(0.02) ? "somebody" : name);
        members.put("protocolVersion", dice.chance(0.01) ? 3 : 2);
        instance.ifPresent(it -> members.put("instance", it));
        session.ifPresent(it -> members.put("session", it));
        reconnectToken.ifPresent(it -> members.put("reconnectToken", it));
        if (reconnectToken.isEmpty() || dice.chance(0.5)) {
            members.put("tools", tools(dice.between(0, 4)));
        }
        if (dice.chance(0.75)) {
            String scope = dice.pick(List.of("instance", "instance", "provider", "tool"));
            members.put("concurrency", members("max", dice.between(1, 3), "scope", scope));
        }
        if (dice.chance(0.1)) {
            members.put("metadata", members("title", "A page", "more", Map.of("depth", 2)));
        }
        if (dice.chance(0.05)) {
            members.put("context", "The build is green.");
        }
        if (dice.chance(0.2)) {
            members.put("subscribe", List.of("tea.time"));
        } else if (trusted && dice.chance(0.5)) {
            members.put("subscribe", List.of("user.message", "assistant.message", "tool.execution_complete"));
        }
        Map<String, Object> hooks = new LinkedHashMap<>();
        if (trusted && dice.chance(0.5)) {
            hooks.put("onPreToolUse", rules());
        }
        Dice own = dice.fork("transforms");
        if (trusted && own.chance(0.6)) {
            hooks.put("transforms", transforms(own));
        }
        if (!hooks.isEmpty()) {
            members.put("hooks", hooks);
        }
        if (dice.chance(0.1)) {
            members.put("color", "green");
        }
        return JsonValue.of((Object) members).json();
    }

    private List<Object> tools(int count) {
        Map<String, Object> byName = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String tool = toolName();
            byName.put(tool.toLowerCase(Locale.ROOT), tool(tool, "Does something, version " + dice.between(1, 3)));
        }
        return new ArrayList<>(byName.values());
    }

    private Map<String, Object> tool(String tool, String description) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", tool);
        members.put("description", description);
        members.put("parameters", dice.chance(0.02) ? Map.of("required", List.of("a")) : parameters(tool));
        int timeout = dice.pick(TIMEOUTS);
        if (timeout > 0) {
            members.put("timeout", timeout);
        }
        return members;
    }

    /** Some do not take what hosts give them; with dice of their own, so that all else is as it would be without. */
    private Map<String, Object> parameters(String tool) {
        return dice.fork("parameters of " + tool).chance(0.1)
                ? Map.of("properties", Map.of("ref", Map.of("type", "string")))
                : Map.of();
    }

    /** Mostly its own, sometimes one that others want too, rarely one that nobody may have. */
    private String toolName() {
        if (dice.chance(0.04)) {
            return dice.pick(List.of("shared", "Shared"));
        }
        if (dice.chance(0.01)) {
            return dice.pick(List.of("Shell", "list_" + name + "_instances"));
        }
        String own = name.replace('-', '_') + "_" + dice.pick(List.of("a", "b", "c", "d"));
        return dice.chance(0.02) ? own.toUpperCase(Locale.ROOT) : own;
    }

    String toolsUpdate(Optional<String> session) {
        Map<String, Object> members = update("tools.update", session);
        if (dice.chance(0.15)) {
            members.put("mode", dice.pick(List.of("replace", "delta")));
        }
        if (dice.chance(0.97)) {
            members.put("tools", tools(dice.between(0, 3)));
        }
        if (dice.chance(0.4)) {
            members.put("remove", List.of(toolName()));
        }
        return JsonValue.of((Object) members).json();
    }

    String contextUpdate(Optional<String> session) {
        Map<String, Object> members = update("context.update", session);
        members.put("context", dice.chance(0.1) ? "" : "It is " + dice.between(1, 100));
        return JsonValue.of((Object) members).json();
    }

    private Map<String, Object> update(String type, Optional<String> session) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", type);
        if (dice.chance(0.8)) {
            members.put("requestId", "r" + dice.between(1, 1_000_000));
        }
        session.ifPresent(it -> members.put("sessionId", it));
        return members;
    }

    /** Gates only about what hosts do themselves: the model does not foretell what gates do to calls. */
    private List<Object> rules() {
        List<Object> rules = new ArrayList<>();
        for (int i = dice.between(0, 3); i > 0; i--) {
            rules.add(rule());
        }
        Dice own = dice.fork("rule on a tool");
        if (own.chance(0.9)) {
            rules.add(ruleOnTool(own));
        }
        return rules;
    }

    /** One that decides by itself, so that the model can foretell what becomes of calls. */
    private static Map<String, Object> ruleOnTool(Dice dice) {
        Map<String, Object> match =
                Map.of("tool", "p" + dice.between(1, 3) + "_" + dice.pick(List.of("a", "b", "c", "d")));
        return dice.chance(0.7)
                ? members("match", match, "action", "deny")
                : members("match", match, "action", "context", "content", "Take care.");
    }

    private Map<String, Object> rule() {
        Map<String, Object> match = new LinkedHashMap<>();
        match.put("tool", dice.pick(HOST_TOOLS));
        if (dice.chance(0.5)) {
            match.put("args", dice.pick(List.of("rm", "l.*s", "never")));
        }
        Map<String, Object> rule = new LinkedHashMap<>();
        rule.put("match", match);
        switch (dice.between(0, 5)) {
            case 0 -> rule.put("action", "deny");
            case 1 -> {
                rule.put("action", "context");
                rule.put("content", "Take care.");
            }
            default -> {
                rule.put("action", "gate");
                rule.put("gateId", "g" + dice.between(1, 2));
                if (dice.chance(0.4)) {
                    rule.put("failOpen", true);
                }
            }
        }
        return rule;
    }

    /** Mostly what anybody may do who may have any; with dice of its own, so that all else is as it would be without. */
    private static Map<String, Object> transforms(Dice dice) {
        Map<String, Object> transforms = new LinkedHashMap<>();
        for (int i = dice.between(1, 3); i > 0; i--) {
            String section = dice.pick(List.of("tone", "tone", "guidelines", "safety", "identity"));
            boolean guarded = section.equals("safety") || section.equals("identity");
            String action = guarded && dice.chance(0.97)
                    ? "append"
                    : dice.pick(List.of("callback", "callback", "callback", "callback", "append", "prepend"));
            Map<String, Object> callback = members("action", action);
            transforms.put(
                    section, action.equals("callback") ? callback : members("action", action, "content", "Be kind."));
        }
        return transforms;
    }

    /** An answer to a question about a section, or none. */
    static String transformResult(String id, String current, Dice dice) {
        return switch (dice.between(0, 9)) {
            case 0 -> message("transform.result", "callId", id);
            case 1 -> message("transform.result", "callId", id, "content", Slyness.text(dice));
            default ->
                message("transform.result", "callId", id, "content", current + " Or " + dice.between(1, 99) + ".");
        };
    }

    String hooksUpdate(Optional<String> session) {
        Map<String, Object> members = update("hooks.update", session);
        members.put("onPreToolUse", rules());
        Dice own = dice.fork("transforms");
        if (trusted && own.chance(0.3)) {
            members.put("transforms", transforms(own));
        }
        return JsonValue.of((Object) members).json();
    }

    /** An answer to a gate. */
    String gateResult(String gate, String call) {
        String decision = dice.pick(List.of("allow", "allow", "allow", "context", "deny"));
        return message(
                "gate.result", "gateId", gate, "callId", call, "decision", decision, "reason", Slyness.text(dice));
    }

    String sessionReady(String session) {
        Map<String, Object> members = update("session.ready", Optional.of(session));
        return JsonValue.of((Object) members).json();
    }

    String push(Optional<String> session) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", "push");
        members.put("level", dice.pick(LEVELS));
        members.put("event", dice.chance(0.3) ? Slyness.text(dice) : "news " + dice.between(1, 1_000));
        session.ifPresent(it -> members.put("sessionId", it));
        if (dice.chance(0.5)) {
            members.put("stream", "s" + dice.between(1, 25));
        }
        return JsonValue.of((Object) members).json();
    }

    /** More than some gateways let anybody say at once, and less than others do. */
    String atLength(Optional<String> session) {
        String text = "x".repeat(dice.between(800, 3_000));
        return switch (dice.between(0, 2)) {
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
                : message("stream.query", "queryId", "q", "last", dice.between(1, 120));
    }

    /** An answer to a call. */
    String result(String call) {
        return switch (dice.between(0, 9)) {
            case 0 -> message("tool.result", "id", call, "error", "no luck", "errorCode", "NOT_FOUND");
            case 1 -> message("tool.result", "id", call, "error", "odd", "errorCode", "TEAPOT", "retryable", true);
            case 2 -> message("tool.result", "id", call);
            default -> message("tool.result", "id", call, "data", Map.of("n", dice.between(1, 1_000)));
        };
    }

    static String cancelled(String call) {
        return message("tool.result", "id", call, "error", "Cancelled", "errorCode", "CANCELLED");
    }
}
