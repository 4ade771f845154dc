package io.tapgateway.transport.ws.fuzz;

/** Messages of providers that are proper, or nearly so. Stateless. */
final class Phrases {
    private static final String[] IDS = {"s", "t", "", "call-1", "\\u0000", "p-1"};
    private static final String[] NAMES = {"ci", "Ci", "browser", "a b", "host"};

    private Phrases() {}

    /**
     * The next message.
     *
     * @param token one that is accepted
     * @param heard an id that the gateway has sent
     */
    static String next(Steps steps, String token, String heard) {
        String text = switch (steps.choice(18)) {
            case 0 -> "{\"type\":\"auth\",\"token\":\"" + token + "\"}";
            case 1, 2 -> hello(steps);
            case 3 -> "{\"type\":\"goodbye\"}";
            case 4 -> "{\"type\":\"auth\",\"mode\":\"pair\",\"name\":\"" + steps.of(NAMES) + "\"}";
            case 5 -> "{\"type\":\"auth.confirm\",\"code\":\"000000\"}";
            case 6 ->
                "{\"type\":\"tool.result\",\"id\":\"" + steps.of(heard, heard, "call-9") + "\",\"data\":"
                        + steps.of("1", "null", "{\"a\":[]}", "\"x\"") + "}";
            case 7 -> "{\"type\":\"tool.progress\",\"id\":\"" + heard + "\",\"message\":\"half\"}";
            case 8 ->
                "{\"type\":\"gate.result\",\"gateId\":\"g\",\"callId\":\"" + heard + "\",\"decision\":\""
                        + steps.of("allow", "deny", "ask") + "\"}";
            case 9 -> "{\"type\":\"transform.result\",\"callId\":\"" + heard + "\",\"content\":\"new\"}";
            case 10 -> push(steps);
            case 11 ->
                "{\"type\":\"tools.update\",\"tools\":[" + tool(steps) + "],\"remove\":[\"greet\"]" + session(steps)
                        + "}";
            case 12 -> "{\"type\":\"hooks.update\",\"onPreToolUse\":[" + rule(steps) + "]" + session(steps) + "}";
            case 13 -> "{\"type\":\"context.update\",\"context\":\"passing\"" + session(steps) + "}";
            case 14 ->
                "{\"type\":\"filter.set\",\"stream\":\"news\",\"rules\":[{\"match\":\""
                        + steps.of("red", "(", ".*", "a{1000}") + "\",\"outcome\":\""
                        + steps.of("drop", "keep", "inject")
                        + "\"}]" + session(steps) + "}";
            case 15 ->
                "{\"type\":\"stream.query\",\"queryId\":\"q\",\"streams\":[\"news\"],\"last\":"
                        + steps.of("5", "0", "-1", "1e9") + session(steps) + "}";
            case 16 -> "{\"type\":\"session.ready\",\"sessionId\":\"" + steps.of(IDS) + "\"}";
            default -> "{\"type\":\"shutdown.ready\",\"sessionId\":\"" + steps.of(IDS) + "\"}";
        };
        return steps.choice(8) == 7 ? spoilt(text, steps) : text;
    }

    private static String hello(Steps steps) {
        return "{\"type\":\"hello\",\"name\":\"" + steps.of(NAMES) + "\",\"protocolVersion\":"
                + steps.of("2", "2", "2", "3")
                + steps.of(",\"session\":\"s\"", ",\"session\":\"s\"", "", ",\"session\":\"all\"", ",\"session\":\"t\"")
                + steps.of("", ",\"instance\":\"one\"", ",\"instance\":\"two\"") + ",\"tools\":[" + tool(steps) + "]"
                + steps.of("", ",\"hooks\":{\"onPreToolUse\":[" + rule(steps) + "]}", ",\"context\":\"c\"")
                + steps.of(
                        "",
                        ",\"concurrency\":{\"max\":1}",
                        ",\"subscribe\":[\"user.message\",\"tool.execution_complete\"]")
                + "}";
    }

    private static String tool(Steps steps) {
        return "{\"name\":\"" + steps.of("greet", "shell", "Greet", "list_ci_instances", "x y")
                + "\",\"description\":\"d\",\"parameters\":"
                + steps.of("{\"type\":\"object\"}", "{}", "[]", "{\"type\":\"object\",\"required\":[\"a\"]}")
                + steps.of("", ",\"timeout\":1000", ",\"timeout\":0") + "}";
    }

    private static String rule(Steps steps) {
        return "{\"match\":{\"tool\":\"" + steps.of("greet", "*", "(") + "\"},\"action\":\""
                + steps.of("deny", "gate", "allow", "context") + "\",\"gateId\":\"g\",\"reason\":\"no\"}";
    }

    private static String push(Steps steps) {
        return "{\"type\":\"push\",\"stream\":\"" + steps.of("news", "", "a/b") + "\",\"event\":\"red\",\"level\":\""
                + steps.of("keep", "surface", "inject", "drop", "x") + "\"" + steps.of("", ",\"prompt\":\"fix\"")
                + session(steps) + "}";
    }

    private static String session(Steps steps) {
        return steps.of("", ",\"requestId\":\"r\"", ",\"sessionId\":\"" + steps.of(IDS) + "\"");
    }

    /** With one character cut out, doubled or replaced. */
    private static String spoilt(String text, Steps steps) {
        int at = steps.choice(255) % text.length();
        return text.substring(0, at)
                + steps.of(
                        "",
                        "\"",
                        "{",
                        "[",
                        "\u0000",
                        "\ud800",
                        "1e99",
                        ",",
                        text.substring(at, at + 1).repeat(2))
                + text.substring(at + 1);
    }
}
