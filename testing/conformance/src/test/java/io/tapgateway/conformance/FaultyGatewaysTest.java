package io.tapgateway.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.conformance.CaseResult.Outcome;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.testkit.Depth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Gateways with one fault each are caught by the case that is meant for it (L-024). */
class FaultyGatewaysTest {
    /** In quick builds one of so many is tried. */
    private static final int QUICK_SHARE = 16;

    /** Longer than a gateway of this process takes, and short where it says nothing. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    @AutoClose
    private TestGateway gateway;

    /**
     * A gateway with a fault.
     *
     * @param what is wrong with it
     * @param caughtBy the case that is meant for that
     * @param fault what becomes of the texts that it sends; a new one for each gateway, since it may remember
     */
    record Mutant(String what, String caughtBy, Supplier<Function<String, List<String>>> fault) {
        @Override
        public String toString() {
            return what + " (" + caughtBy + ")";
        }
    }

    static List<Mutant> mutants() {
        return List.of(
                // Sessions
                mutant("lists no sessions", "core/node-example", "sessions", with("active", "[]")),
                mutant("says nothing after auth", "core/call", "sessions", FaultyGatewaysTest::nothing),
                mutant("lists the sessions twice", "core/call", "sessions", FaultyGatewaysTest::twice),
                mutant("keeps directories to itself", "call/result", "sessions", inside("active", without("cwd"))),
                mutant("keeps labels to itself", "core/node-example", "sessions", inside("active", without("label"))),
                mutant(
                        "does not say that a session has gone",
                        "session/shutdown",
                        "sessions.updated",
                        FaultyGatewaysTest::nothing),
                // hello
                mutant("acknowledges another version", "core/call", "hello.ack", with("protocolVersion", "1")),
                mutant("binds to another session", "call/result", "hello.ack", with("sessionId", "\"s9\"")),
                mutant("gives no way back", "hello/ack-comes-first", "hello.ack", without("reconnectToken")),
                mutant("names nobody", "hello/ack-comes-first", "hello.ack", with("providerId", "\"\"")),
                mutant("counts revisions from nought", "hello/ack-comes-first", "hello.ack", with("revision", "0")),
                mutant("acknowledges after the start", "hello/ack-comes-first", swapped("hello.ack")),
                mutant(
                        "does not say that a session has started",
                        "core/call",
                        "session.lifecycle",
                        FaultyGatewaysTest::nothing),
                mutant("calls the start idle", "core/call", "session.lifecycle", with("state", "\"idle\"")),
                mutant(
                        "gives a new name to who comes again",
                        "rebind/same-session",
                        renamed("hello.ack", "providerId")),
                // Calls
                mutant("calls another tool", "call/result", "tool.call", with("tool", "\"other\"")),
                mutant("forgets the arguments", "core/call", "tool.call", with("args", "{}")),
                mutant("writes numbers anew", "call/payloads-stay-as-they-came", replaced("tool.call", "1.50", "1.5")),
                mutant("calls twice", "core/call", "tool.call", FaultyGatewaysTest::twice),
                mutant("does not say for which session it calls", "call/result", "tool.call", without("sessionId")),
                mutant("gives all calls one name", "core/two-calls", "tool.call", with("id", "\"call-1\"")),
                mutant("loses the trace", "call/trace", "tool.call", without("traceparent")),
                mutant("does not tell who is to stop", "core/interrupt", "tool.cancel", FaultyGatewaysTest::nothing),
                mutant("does not say why to stop", "call/cancel", "tool.cancel", without("reason")),
                mutant("stops another call", "call/cancel", "tool.cancel", with("id", "\"call-other\"")),
                mutant(
                        "tells of the end of waiting calls",
                        "concurrency/queued-call-cancelled",
                        "tool.cancel",
                        FaultyGatewaysTest::twice),
                // Errors
                mutant("has one code for all", "json/strict", "error", with("code", "\"INTERNAL\"")),
                mutant(
                        "is silent about unknown types",
                        "connection/unknown-type",
                        "error",
                        FaultyGatewaysTest::nothing),
                mutant("does not say what an error is about", "connection/unknown-type", "error", without("replyTo")),
                mutant("forgets the request of an error", "connection/unknown-type", "error", without("requestId")),
                mutant(
                        "does not say which field is wrong",
                        "json/faults-name-their-field",
                        "error",
                        with("message", "\"wrong\"")),
                mutant("has errors without a text", "json/strict", "error", without("message")),
                mutant("tells forbidden sessions from unknown ones", "json/no-oracle", renamed("error", "message")),
                mutant(
                        "takes a taken tool for a double",
                        "core/tool-conflict",
                        replaced("error", "TOOL_CONFLICT", "DUPLICATE_INSTANCE")),
                mutant(
                        "takes what is too large for broken",
                        "json/size",
                        replaced("error", "PAYLOAD_TOO_LARGE", "INVALID_JSON")),
                mutant(
                        "takes another version for broken",
                        "hello/version",
                        replaced("error", "UNSUPPORTED_VERSION", "INVALID_JSON")),
                mutant(
                        "mixes up calls of others",
                        "call/somebody-elses",
                        replaced("error", "INVALID_JSON", "NOT_FOUND")),
                // Updates
                mutant("acknowledges nothing", "update/delta", "ack", FaultyGatewaysTest::nothing),
                mutant("acknowledges another request", "update/delta", "ack", with("requestId", "\"r9\"")),
                mutant("counts no revisions", "update/revisions", "ack", with("revision", "2")),
                mutant("acknowledges for another session", "filter/refused", "ack", with("sessionId", "\"s9\"")),
                // Gates, prompts, events, streams
                mutant("asks no gate", "hook/gate-denies", "gate.check", FaultyGatewaysTest::nothing),
                mutant("asks another gate", "hook/gate-allows", "gate.check", with("gateId", "\"g9\"")),
                mutant("keeps arguments from gates", "hook/gate-allows", "gate.check", with("args", "{}")),
                mutant(
                        "asks no transform",
                        "prompt/changed-meanwhile",
                        "transform.request",
                        FaultyGatewaysTest::nothing),
                mutant("empties events", "session/events", "session.event", with("data", "{}")),
                mutant("renames events", "session/events", "session.event", with("event", "\"message\"")),
                mutant(
                        "does not say that a session is idle",
                        "session/idle",
                        lifecycle("idle", FaultyGatewaysTest::nothing)),
                mutant("gives no deadline", "session/shutdown", "session.lifecycle", without("deadline")),
                mutant("empties streams", "stream/query", "stream.history", with("streams", "{}")),
                mutant("answers another query", "stream/query", "stream.history", with("queryId", "\"q9\"")));
    }

    static Stream<Mutant> tried() {
        List<Mutant> all = mutants();
        return Stream.iterate(0, i -> i < all.size(), i -> i + (Depth.current() == Depth.QUICK ? QUICK_SHARE : 1))
                .map(all::get);
    }

    @BeforeEach
    void startGateway() throws Exception {
        gateway = new TestGateway();
    }

    @ParameterizedTest
    @MethodSource("tried")
    void L024_a_faulty_gateway_is_caught_by_the_case_that_is_meant_for_it(Mutant mutant) {
        SuiteOptions options = new SuiteOptions(
                List.of(mutant.caughtBy()),
                Set.of(ConformanceProfile.values()),
                1,
                PATIENCE,
                SuiteOptions.STANDARD_WITHIN);

        assertThat(play(options, List::of)).containsOnly(Outcome.PASSED);
        assertThat(play(options, mutant.fault().get())).contains(Outcome.FAILED);
    }

    @Test
    void L024_there_are_forty_of_them_and_no_two_are_alike() {
        assertThat(mutants()).hasSizeGreaterThanOrEqualTo(40);
        assertThat(new HashSet<>(mutants().stream().map(Mutant::what).toList())).hasSameSizeAs(mutants());
    }

    private List<Outcome> play(SuiteOptions options, Function<String, List<String>> fault) {
        return new GatewaySuite(gateway.target(fault), options, System::nanoTime)
                .run(result -> {}).results().stream().map(CaseResult::outcome).toList();
    }

    /** What becomes of the members of one message: none, one or more messages. */
    private interface Change extends Function<Map<String, JsonValue>, List<Map<String, JsonValue>>> {}

    private static Mutant mutant(String what, String caughtBy, String type, Change change) {
        return mutant(what, caughtBy, () -> in(type, change));
    }

    private static Mutant mutant(String what, String caughtBy, Supplier<Function<String, List<String>>> fault) {
        return new Mutant(what, caughtBy, fault);
    }

    private static Function<String, List<String>> in(String type, Change change) {
        return text -> {
            Map<String, JsonValue> members = new LinkedHashMap<>(parse(text).members());
            return JsonValue.of(type).equals(members.get("type"))
                    ? change.apply(members).stream()
                            .map(changed -> JsonValue.object(changed).json())
                            .toList()
                    : List.of(text);
        };
    }

    private static List<Map<String, JsonValue>> nothing(Map<String, JsonValue> members) {
        return List.of();
    }

    private static List<Map<String, JsonValue>> twice(Map<String, JsonValue> members) {
        return List.of(members, members);
    }

    private static Change with(String name, String json) {
        return members -> {
            members.put(name, parse(json));
            return List.of(members);
        };
    }

    private static Change without(String name) {
        return members -> {
            members.remove(name);
            return List.of(members);
        };
    }

    private static Change inside(String name, Change change) {
        return members -> {
            List<JsonValue> changed = new ArrayList<>();
            members.getOrDefault(name, parse("[]"))
                    .elements()
                    .forEach(element -> change.apply(new LinkedHashMap<>(element.members()))
                            .forEach(each -> changed.add(JsonValue.object(each))));
            members.put(name, JsonValue.array(changed));
            return List.of(members);
        };
    }

    private static Supplier<Function<String, List<String>>> lifecycle(String state, Change change) {
        return () -> in(
                "session.lifecycle",
                members -> JsonValue.of(state).equals(members.get("state")) ? change.apply(members) : List.of(members));
    }

    private static Supplier<Function<String, List<String>>> replaced(String type, String from, String to) {
        return () -> text ->
                List.of(JsonValue.of(type).equals(parse(text).members().get("type")) ? text.replace(from, to) : text);
    }

    /** A message comes after the next one. */
    private static Supplier<Function<String, List<String>>> swapped(String type) {
        return () -> {
            List<String> held = Collections.synchronizedList(new ArrayList<>());
            return text -> {
                if (JsonValue.of(type).equals(parse(text).members().get("type"))) {
                    held.add(text);
                    return List.of();
                }
                List<String> all = new ArrayList<>(List.of(text));
                all.addAll(held);
                held.clear();
                return all;
            };
        };
    }

    /** A member is another one each time. */
    private static Supplier<Function<String, List<String>>> renamed(String type, String name) {
        return () -> {
            int[] count = {0};
            return in(type, members -> with(name, "\"p-" + count[0]++ + "\"").apply(members));
        };
    }

    private static JsonValue parse(String json) {
        try {
            return JsonValue.parse(json);
        } catch (MalformedJson e) {
            throw new AssertionError(json, e);
        }
    }
}
