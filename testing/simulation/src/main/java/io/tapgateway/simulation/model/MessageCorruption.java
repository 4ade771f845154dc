package io.tapgateway.simulation.model;

import io.tapgateway.simulation.world.RandomSource;
import java.util.List;

/** Ways to spoil what is said. Confined to one simulation. */
final class MessageCorruption {
    private static final List<String> TYPES = List.of(
            "auth",
            "auth.confirm",
            "hello",
            "goodbye",
            "session.ready",
            "tool.result",
            "tool.progress",
            "gate.result",
            "transform.result",
            "push",
            "tools.update",
            "hooks.update",
            "context.update",
            "filter.set",
            "stream.query",
            "shutdown.ready",
            "tool.call",
            "ack",
            "error");

    private static final List<String> NOISE = List.of(
            "\"", "{", "}", "[", "]", ",", ":", "\\", "\u0000", "1e999", "null", "\"type\":\"push\",", "\ud800");

    private final RandomSource random;

    MessageCorruption(RandomSource random) {
        this.random = random;
    }

    /** The text, spoilt in one or two places. */
    String spoil(String text) {
        String spoilt = spoilOnce(text);
        return random.chance(0.3) ? spoilOnce(spoilt) : spoilt;
    }

    private String spoilOnce(String text) {
        if (text.length() < 2) {
            return random.pick(NOISE);
        }
        int at = random.between(0, text.length() - 1);
        int to = Math.min(text.length(), at + random.between(1, 12));
        return switch (random.between(0, 5)) {
            case 0 -> text.substring(0, at);
            case 1 -> text.substring(0, at) + text.substring(to);
            case 2 -> text.substring(0, at) + random.pick(NOISE) + text.substring(at);
            case 3 -> text.substring(0, to) + text.substring(at);
            case 4 -> text.replaceFirst("\"type\":\"[^\"]*\"", "\"type\":\"" + random.pick(TYPES) + "\"");
            default -> text.replaceFirst("\\d+", String.valueOf(random.between(-5, 5_000)));
        };
    }

    /** Nothing anybody knows. */
    String unknown() {
        return RandomMessages.message(
                random.pick(List.of("tea.request", "tool.call", "ack", "sessions", "x")), "sugar", 2);
    }

    /** Something that only some state allows, or that must never be answered. */
    String illegal(String token) {
        return switch (random.between(0, 5)) {
            case 0 -> RandomMessages.message("auth", "token", token);
            case 1 -> RandomMessages.message("auth.confirm", "code", "123456");
            case 2 -> RandomMessages.message("error", "code", "INTERNAL", "message", "no, you");
            case 3 -> RandomMessages.message("shutdown.ready");
            case 4 -> RandomMessages.message("gate.result", "gateId", "g", "callId", "c", "decision", "allow");
            default -> RandomMessages.message("session.ready", "sessionId", "nowhere", "requestId", "r0");
        };
    }

    /** An answer to a call that nobody can read, or not as one. */
    String garble(String call) {
        return switch (random.between(0, 4)) {
            case 0 -> "{\"type\":\"tool.result\",\"id\":\"" + call + "\",\"data\":";
            case 1 -> "{\"type\":\"tool.result\",\"data\":1";
            case 2 -> "{\"type\":\"tool.result\",\"data\":1}";
            case 3 -> "{\"type\":\"tool.result\",\"id\":\"" + call + "\",\"data\":1,\"data\":2}";
            default -> "garbage";
        };
    }
}
