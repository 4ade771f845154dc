package io.tapgateway.protocol.model;

import java.util.Locale;

/**
 * Every number the protocol sets, by name: its value, unit and origin. {@link Limits} holds the values in force.
 * Immutable.
 *
 * <p>A limit is the largest value still allowed.
 */
public enum Limit {
    // Connections
    AUTHENTICATED_CONNECTIONS(200, Unit.COUNT, "D-020, G-002"),
    UNAUTHENTICATED_CONNECTIONS(16, Unit.COUNT, "D-020"),
    UNAUTHENTICATED_CONNECTIONS_PER_ORIGIN(4, Unit.COUNT, "D-020"),
    CONNECTIONS_PER_TOKEN(10, Unit.COUNT, "D-042"),
    UPGRADE_TIMEOUT(5_000, Unit.MILLIS, "D-017"),
    AUTH_TIMEOUT(10_000, Unit.MILLIS, "D-017"),
    PAIRING_TIMEOUT(120_000, Unit.MILLIS, "D-017, D-048"),
    PAIRINGS_UNDER_WAY(3, Unit.COUNT, "D-020, T-05"),
    PAIRINGS_UNDER_WAY_PER_ORIGIN(1, Unit.COUNT, "T-05"),
    PAIRING_STARTS_PER_MINUTE(5, Unit.COUNT, "A/limits, D-049"),
    PAIRING_STARTS_PER_MINUTE_PER_ORIGIN(3, Unit.COUNT, "D-049"),
    PAIRING_CONFIRMS_PER_MINUTE(5, Unit.COUNT, "A/limits, D-049"),
    PAIRING_CONFIRMS_PER_MINUTE_PER_ORIGIN(3, Unit.COUNT, "D-049"),
    WRONG_CODES(20, Unit.COUNT, "D-050"),
    WRONG_CODES_PER_ORIGIN(5, Unit.COUNT, "D-050"),
    UNANSWERED_PAIRINGS(3, Unit.COUNT, "D-052"),
    PAIRING_MUTE(600_000, Unit.MILLIS, "D-052"),
    PAIRING_ORIGINS_REMEMBERED(1_024, Unit.COUNT, "D-050"),
    PAIRING_WINDOW(120_000, Unit.MILLIS, "D-053, T-05"),
    MAX_PAIRING_WINDOW(3_600_000, Unit.MILLIS, "D-053"),
    PING_INTERVAL(20_000, Unit.MILLIS, "D-017"),
    UNANSWERED_PINGS(2, Unit.COUNT, "D-017"),
    LIVENESS_PROBE(2_000, Unit.MILLIS, "D-077"),
    RECONNECT_WINDOW(30_000, Unit.MILLIS, "A/reconnect, D-080"),
    AUTH_FAILURES_PER_MINUTE(10, Unit.COUNT, "D-044"),
    AUTH_FAILURES_PER_MINUTE_PER_ORIGIN(3, Unit.COUNT, "D-044"),
    AUTH_FAILURE_BLOCK(60_000, Unit.MILLIS, "D-044"),
    AUTH_FAILURE_DELAY(50, Unit.MILLIS, "D-043, T-10"),

    // Messages
    UNAUTHENTICATED_MESSAGE(64 << 10, Unit.BYTES, "D-026"),
    MESSAGE(2 << 20, Unit.BYTES, "A/limits, D-025"),
    TOOL_RESULT_MESSAGE(5 << 20, Unit.BYTES, "A/limits, D-025"),
    DISCARDED_MESSAGE(16 << 20, Unit.BYTES, "D-027"),
    TOOL_RESULT_GRACE(30_000, Unit.MILLIS, "D-026"),
    OUTBOUND_BUFFER_BYTES(8 << 20, Unit.BYTES, "D-019"),
    OUTBOUND_BUFFER_FRAMES(4_096, Unit.COUNT, "D-019"),
    ERRORS_PER_SECOND(20, Unit.COUNT, "D-034"),
    VIOLATIONS_PER_MINUTE(100, Unit.COUNT, "D-034"),
    MESSAGES_PER_SECOND(200, Unit.COUNT, "D-231"),
    MESSAGE_BURST(400, Unit.COUNT, "D-231"),
    INBOUND_BYTES_PER_SECOND(16 << 20, Unit.BYTES, "D-231"),
    INBOUND_EXCESS(10_000, Unit.MILLIS, "D-231"),

    // Binding and updates
    HELLOS_PER_MINUTE(30, Unit.COUNT, "D-090"),
    HELLOS_PER_MINUTE_PER_TOKEN(300, Unit.COUNT, "D-090"),
    REBINDS_PER_MINUTE(10, Unit.COUNT, "A/limits, D-095"),
    UPDATES_PER_SECOND(5, Unit.COUNT, "D-117"),
    UPDATE_BURST(20, Unit.COUNT, "D-117"),
    UPDATES_PER_MINUTE(60, Unit.COUNT, "D-117"),
    GUESTS_PER_SESSION(32, Unit.COUNT, "M-011"),
    IDENTITIES_PER_SESSION(4_096, Unit.COUNT, "D-073"),
    FORMER_IDENTITIES(10_000, Unit.COUNT, "D-071"),
    METADATA(4 << 10, Unit.BYTES, "D-089"),
    METADATA_DEPTH(4, Unit.COUNT, "D-089"),
    LABEL(120, Unit.CHARACTERS, "D-060"),

    // Tools and calls
    TOOLS_PER_PROVIDER(100, Unit.COUNT, "A/limits"),
    TOOLS_PER_SESSION(500, Unit.COUNT, "D-133"),
    TOOL_DESCRIPTION(4 << 10, Unit.BYTES, "D-124"),
    TOOL_TITLE(256, Unit.BYTES, "D-236"),
    TOOL_OUTPUT_SCHEMA(64 << 10, Unit.BYTES, "D-236"),
    TOOL_PARAMETERS(64 << 10, Unit.BYTES, "D-123"),
    TOOL_PARAMETERS_DEPTH(32, Unit.COUNT, "D-123"),
    TOOLS_REMEMBERED(5_000, Unit.COUNT, "D-134"),
    VALIDATION_STEPS(100_000, Unit.COUNT, "D-123"),
    INSTANCES_DESCRIBED(20, Unit.COUNT, "D-132"),
    INSTANCE_TITLE(60, Unit.CHARACTERS, "D-132"),
    DEFAULT_TOOL_TIMEOUT(60_000, Unit.MILLIS, "D-136"),
    MIN_TOOL_TIMEOUT(100, Unit.MILLIS, "D-136"),
    MAX_TOOL_TIMEOUT(600_000, Unit.MILLIS, "D-136"),
    CALLS_IN_FLIGHT(1_000, Unit.COUNT, "D-141"),
    QUEUED_CALLS(10, Unit.COUNT, "A/concurrency, D-141"),
    QUEUE_WAIT(30_000, Unit.MILLIS, "D-138"),
    CANCELLED_SLOT_HOLD(5_000, Unit.MILLIS, "D-143"),
    ENDED_CALLS_REMEMBERED(4_096, Unit.COUNT, "D-148"),
    ENDED_CALLS_REMEMBERED_FOR(600_000, Unit.MILLIS, "D-148"),
    CALL_ADDITIONS(16 << 10, Unit.BYTES, "M-023"),
    PROGRESS_PER_SECOND(10, Unit.COUNT, "D-151"),
    PROGRESS_MESSAGE(1_024, Unit.CHARACTERS, "D-151"),
    TOOLS_CHANGED_DEBOUNCE(200, Unit.MILLIS, "C/dynamic-tools, D-116"),
    TOOLS_CHANGED_MAX_DELAY(1_000, Unit.MILLIS, "D-116"),
    FILE_RESULT(64 << 20, Unit.BYTES, "D-152"),
    FILE_READ(10_000, Unit.MILLIS, "D-152"),
    FILE_READS(16, Unit.COUNT, "D-152"),

    // Gates and rules
    HOOK_RULES_PER_PROVIDER(50, Unit.COUNT, "A/limits, D-178"),
    GATE_TIMEOUT(5_000, Unit.MILLIS, "A/gate-timeouts, D-176"),
    GATE_CHECKS_IN_FLIGHT(1_000, Unit.COUNT, "D-161"),
    APPROVAL_REPORT(10_000, Unit.MILLIS, "U-123"),
    INTERCEPTORS_PER_SESSION(100, Unit.COUNT, "Z-008"),
    INTERCEPTOR_TIMEOUT(20_000, Unit.MILLIS, "D-230"),
    INTERCEPTOR_BUSY_TIMEOUT(80_000, Unit.MILLIS, "D-230"),
    INTERCEPTIONS_IN_FLIGHT(1_000, Unit.COUNT, "Z-061"),
    GATE_HOLD(30_000, Unit.MILLIS, "D-084"),
    HELD_RULES(50, Unit.COUNT, "D-084"),
    READY_WARNING(10_000, Unit.MILLIS, "D-175"),
    PATTERN(1_024, Unit.CHARACTERS, "D-168"),
    PATTERN_REPETITION(1_000, Unit.COUNT, "D-168"),
    PATTERN_NESTING(50, Unit.COUNT, "D-168"),
    PATTERN_SIZE(4_000, Unit.COUNT, "D-168"),
    PATTERN_SIZES(10_000, Unit.COUNT, "D-168"),
    MATCH_STEPS(200_000, Unit.COUNT, "D-170"),
    MATCH_TIME(10, Unit.MILLIS, "D-170"),
    MATCH_INPUT(256 << 10, Unit.BYTES, "D-170"),
    CALL_MATCH_STEPS(10_000_000, Unit.COUNT, "D-170"),
    CALL_MATCH_TIME(50, Unit.MILLIS, "D-170"),
    RULE_CONTENT(4 << 10, Unit.BYTES, "D-163, D-174"),
    CALL_CONTEXT(16 << 10, Unit.BYTES, "D-174"),

    // Prompt
    TRANSFORMED_SECTIONS_PER_PROVIDER(20, Unit.COUNT, "D-178, D-185"),
    EXTERNAL_APPEND(2 << 10, Unit.BYTES, "D-180"),
    TRANSFORM_TIMEOUT(2_000, Unit.MILLIS, "D-184"),
    PROMPT_TRANSFORM_TIMEOUT(4_000, Unit.MILLIS, "D-184"),
    TRANSFORM_RESULT(256 << 10, Unit.BYTES, "D-184"),
    TRANSFORM_FAILURES(3, Unit.COUNT, "D-184"),
    TRANSFORM_BREAKER(60_000, Unit.MILLIS, "D-184"),
    CONTEXT(16 << 10, Unit.BYTES, "D-106, D-187, D-188"),
    PROMPT_CONTEXT(64 << 10, Unit.BYTES, "D-188"),

    // Push and streams
    PUSHES_PER_SECOND(10, Unit.COUNT, "A/push-budgets, D-189"),
    WAITING_INJECTS(10, Unit.COUNT, "D-190"),
    INJECTS_PER_PROVIDER(4, Unit.COUNT, "A/push-budgets, D-191"),
    INJECTS_PER_SESSION(12, Unit.COUNT, "D-192"),
    PROMPT(32 << 10, Unit.BYTES, "D-193"),
    STREAMS_PER_PROVIDER(20, Unit.COUNT, "A/limits, D-199"),
    EVENTS_PER_STREAM(200, Unit.COUNT, "A/limits"),
    STREAM_EVENT(16 << 10, Unit.BYTES, "D-197"),
    STREAM_METADATA(4 << 10, Unit.BYTES, "D-197"),
    STREAM_BYTES_PER_PROVIDER(4 << 20, Unit.BYTES, "D-197"),
    STREAM_BYTES_PER_SESSION(32 << 20, Unit.BYTES, "D-197"),
    FILTER_RULES(50, Unit.COUNT, "D-107"),
    QUERY_DEFAULT_LAST(20, Unit.COUNT, "D-200"),
    QUERY_MAX_LAST(100, Unit.COUNT, "A/limits, D-200"),
    QUERY_STREAMS(20, Unit.COUNT, "D-200"),
    SESSION_EVENT_TEXT(64 << 10, Unit.BYTES, "D-210"),

    // Shutdown
    SHUTDOWN_DEADLINE(10_000, Unit.MILLIS, "D-218"),
    IDLE_SHUTDOWN(30_000, Unit.MILLIS, "A/process, D-226");

    /** What a limit counts. */
    public enum Unit {
        COUNT,
        BYTES,
        CHARACTERS,
        MILLIS
    }

    private final long standard;
    private final Unit unit;
    private final String origin;

    Limit(long standard, Unit unit, String origin) {
        this.standard = standard;
        this.unit = unit;
        this.origin = origin;
    }

    /** The value that the specification and its decisions set. */
    public long standard() {
        return standard;
    }

    /** What the number counts. */
    public Unit unit() {
        return unit;
    }

    /** The line of the specification or the decision that sets it. */
    public String origin() {
        return origin;
    }

    /** The name for people and command lines: {@code tools-per-provider}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
