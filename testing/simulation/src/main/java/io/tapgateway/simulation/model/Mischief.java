package io.tapgateway.simulation.model;

import io.tapgateway.simulation.world.Dice;
import java.util.List;

/** Ways to spoil what is said. Confined to one simulation. */
final class Mischief {
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

    private final Dice dice;

    Mischief(Dice dice) {
        this.dice = dice;
    }

    /** The text, spoilt in one or two places. */
    String spoil(String text) {
        String spoilt = spoilOnce(text);
        return dice.chance(0.3) ? spoilOnce(spoilt) : spoilt;
    }

    private String spoilOnce(String text) {
        if (text.length() < 2) {
            return dice.pick(NOISE);
        }
        int at = dice.between(0, text.length() - 1);
        int to = Math.min(text.length(), at + dice.between(1, 12));
        return switch (dice.between(0, 5)) {
            case 0 -> text.substring(0, at);
            case 1 -> text.substring(0, at) + text.substring(to);
            case 2 -> text.substring(0, at) + dice.pick(NOISE) + text.substring(at);
            case 3 -> text.substring(0, to) + text.substring(at);
            case 4 -> text.replaceFirst("\"type\":\"[^\"]*\"", "\"type\":\"" + dice.pick(TYPES) + "\"");
            default -> text.replaceFirst("\\d+", String.valueOf(dice.between(-5, 5_000)));
        };
    }

    /** Nothing anybody knows. */
    String unknown() {
        return Phrases.message(dice.pick(List.of("tea.request", "tool.call", "ack", "sessions", "x")), "sugar", 2);
    }

    /** Something that only some state allows, or that must never be answered. */
    String illegal(String token) {
        return switch (dice.between(0, 5)) {
            case 0 -> Phrases.message("auth", "token", token);
            case 1 -> Phrases.message("auth.confirm", "code", "123456");
            case 2 -> Phrases.message("error", "code", "INTERNAL", "message", "no, you");
            case 3 -> Phrases.message("shutdown.ready");
            case 4 -> Phrases.message("gate.result", "gateId", "g", "callId", "c", "decision", "allow");
            default -> Phrases.message("session.ready", "sessionId", "nowhere", "requestId", "r0");
        };
    }

    /** An answer to a call that nobody can read, or not as one. */
    String garble(String call) {
        return switch (dice.between(0, 4)) {
            case 0 -> "{\"type\":\"tool.result\",\"id\":\"" + call + "\",\"data\":";
            case 1 -> "{\"type\":\"tool.result\",\"data\":1";
            case 2 -> "{\"type\":\"tool.result\",\"data\":1}";
            case 3 -> "{\"type\":\"tool.result\",\"id\":\"" + call + "\",\"data\":1,\"data\":2}";
            default -> "garbage";
        };
    }
}
