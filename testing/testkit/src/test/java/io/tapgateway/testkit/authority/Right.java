package io.tapgateway.testkit.authority;

import static io.tapgateway.testkit.authority.CredentialKind.EXTERNAL;
import static io.tapgateway.testkit.authority.CredentialKind.INTERNAL;
import static io.tapgateway.testkit.authority.CredentialKind.PROJECT;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The matrix, a row for each capability: whose it is (A/capabilities), and everything in a message that takes it. */
enum Right {
    REGISTER_TOOLS(
            EnumSet.allOf(CredentialKind.class),
            hello("\"tools\":[{\"name\":\"t\",\"description\":\"d\"}]"),
            update("tools.update", "\"tools\":[{\"name\":\"t\",\"description\":\"d\"}]"),
            update("tools.update", "\"remove\":[\"look\"]")),
    PUSH_EVENTS(
            EnumSet.allOf(CredentialKind.class),
            push("\"level\":\"keep\",\"event\":\"e\""),
            push("\"level\":\"surface\",\"event\":\"e\""),
            push("\"level\":\"inject\",\"event\":\"e\""),
            update("filter.set", "\"stream\":\"s\",\"rules\":[{\"match\":\"e\",\"outcome\":\"drop\"}]"),
            update("filter.set", "\"stream\":\"s\",\"rules\":[{\"match\":\"e\",\"outcome\":\"inject\"}]")),
    PUSH_PROMPT(
            EnumSet.of(INTERNAL, PROJECT),
            push("\"level\":\"inject\",\"prompt\":\"p\""),
            push("\"level\":\"inject\",\"event\":\"e\",\"prompt\":\"p\"")),
    REGISTER_HOOK_RULES(
            EnumSet.of(INTERNAL, PROJECT),
            hello("\"hooks\":{\"onPreToolUse\":[{\"action\":\"deny\"}]}"),
            hello("\"hooks\":{\"onPreToolUse\":[{\"action\":\"context\",\"content\":\"c\"}]}"),
            hello("\"hooks\":{\"onPreToolUse\":[{\"action\":\"gate\",\"gateId\":\"g\"}]}"),
            update("hooks.update", "\"onPreToolUse\":[{\"action\":\"deny\"}]"),
            update("hooks.update", "\"onPreToolUse\":[{\"action\":\"context\",\"content\":\"c\"}]"),
            update("hooks.update", "\"onPreToolUse\":[{\"action\":\"gate\",\"gateId\":\"g\"}]"),
            update("hooks.update", "\"onPreToolUse\":[]")),
    APPEND_TRANSFORMS(
            EnumSet.of(INTERNAL, PROJECT, EXTERNAL),
            hello(transform("tone", "append")),
            update("hooks.update", transforms("tone", "append"))),
    CALLBACK_TRANSFORMS(
            EnumSet.of(INTERNAL, PROJECT),
            hello(transform("tone", "prepend")),
            hello("\"hooks\":{\"transforms\":{\"tone\":{\"action\":\"callback\"}}}"),
            hello(transform("safety", "append")),
            hello(transform("identity", "append")),
            update("hooks.update", transforms("tone", "prepend")),
            update("hooks.update", "\"transforms\":{\"tone\":{\"action\":\"callback\"}}"),
            update("hooks.update", transforms("safety", "append")),
            update("hooks.update", transforms("identity", "append"))),
    REPLACE_TRANSFORMS(
            EnumSet.of(INTERNAL),
            hello(transform("tone", "replace")),
            update("hooks.update", transforms("tone", "replace"))),
    QUERY_OWN_STREAMS(EnumSet.allOf(CredentialKind.class), query("\"s\""), query("\"s@ci\"")),
    QUERY_ALL_STREAMS(EnumSet.of(INTERNAL), query("\"s@lint\""), query("\"s\",\"s@lint\"")),
    SUBSCRIBE_OWN_TOOL_EVENTS(
            EnumSet.of(INTERNAL, PROJECT, EXTERNAL), hello("\"subscribe\":[\"tool.execution_complete\"]")),
    SUBSCRIBE_ALL_EVENTS(
            EnumSet.of(INTERNAL, PROJECT),
            hello("\"subscribe\":[\"user.message\"]"),
            hello("\"subscribe\":[\"assistant.message\"]"),
            hello("\"subscribe\":[\"assistant.intent\"]"),
            hello("\"subscribe\":[\"tool.execution_complete\",\"user.message\"]")),
    BIND_ALL_SESSIONS(
            EnumSet.of(INTERNAL),
            hello("\"session\":\"all\""),
            new Carrier.Bound(
                    "{\"type\":\"session.ready\",\"sessionId\":\"s1\",\"requestId\":\"r\"}", "session.ready", "ack")),
    SET_CONTEXT(
            EnumSet.of(INTERNAL, PROJECT),
            hello("\"context\":\"c\""),
            hello("\"startup_context\":\"c\""),
            update("context.update", "\"context\":\"c\""),
            update("context.update", "\"context\":null")),
    RETURN_FILES(EnumSet.of(INTERNAL, PROJECT), new Carrier.File());

    private final ImmutableSet<CredentialKind> holders;
    private final ImmutableList<Carrier> carriers;

    Right(Set<CredentialKind> holders, Carrier... carriers) {
        this.holders = ImmutableSet.copyOf(holders);
        this.carriers = ImmutableList.copyOf(carriers);
    }

    boolean belongsTo(CredentialKind principal) {
        return holders.contains(principal);
    }

    List<Carrier> carriers() {
        return carriers;
    }

    private static Carrier hello(String member) {
        return new Carrier.Hello(member);
    }

    private static Carrier update(String type, String members) {
        return new Carrier.Bound(
                "{\"type\":\"" + type + "\",\"sessionId\":\"s1\",\"requestId\":\"r\"," + members + "}", type, "ack");
    }

    private static Carrier push(String members) {
        return new Carrier.Bound("{\"type\":\"push\",\"sessionId\":\"s1\"," + members + "}", "push", "");
    }

    private static Carrier query(String streams) {
        return new Carrier.Bound(
                "{\"type\":\"stream.query\",\"queryId\":\"q\",\"sessionId\":\"s1\",\"streams\":[" + streams + "]}",
                "stream.query",
                "stream.history");
    }

    private static String transform(String section, String action) {
        return "\"hooks\":{" + transforms(section, action) + "}";
    }

    private static String transforms(String section, String action) {
        return "\"transforms\":{\"" + section + "\":{\"action\":\"" + action + "\",\"content\":\"c\"}}";
    }
}
