package io.tapgateway.agentserver.coworker;

import static io.tapgateway.agentserver.coworker.FieldCheck.ABOVE_ZERO;
import static io.tapgateway.agentserver.coworker.FieldCheck.COUNT;
import static io.tapgateway.agentserver.coworker.FieldCheck.FINITE;
import static io.tapgateway.agentserver.coworker.FieldCheck.FLAG;
import static io.tapgateway.agentserver.coworker.FieldCheck.NOT_BLANK;
import static io.tapgateway.agentserver.coworker.FieldCheck.OBJECT;
import static io.tapgateway.agentserver.coworker.FieldCheck.TEXT;
import static io.tapgateway.agentserver.coworker.FieldCheck.TEXTS;
import static io.tapgateway.agentserver.coworker.FieldCheck.invalid;
import static io.tapgateway.agentserver.coworker.FieldCheck.missing;
import static io.tapgateway.agentserver.coworker.FieldCheck.missingOrInvalid;
import static io.tapgateway.agentserver.coworker.FieldCheck.oneOf;
import static io.tapgateway.agentserver.coworker.FieldCheck.optional;
import static io.tapgateway.agentserver.coworker.FieldCheck.within;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a client may say: the only table of names, fields and what a running turn keeps out. */
public enum ClientMessageType {
    CLIENT_HELLO(While.ANYTHING, missingOrInvalid("client", NOT_BLANK), optional("version", TEXT)),
    USER_MESSAGE(While.IDLE, missing("text", TEXT), optional("clientMessageId", TEXT)),
    ASK_RESPONSE(While.ANYTHING, missing("requestId", NOT_BLANK), missing("answer", TEXT)),
    APPROVAL_RESPONSE(While.ANYTHING, missing("requestId", NOT_BLANK), missingOrInvalid("approved", FLAG)),
    SET_MODEL(
            While.IDLE,
            missingOrInvalid("model", NOT_BLANK),
            optional(
                    "provider",
                    oneOf(ModelVendor.WORDS),
                    value -> "invalid provider: " + EcmaText.echo(EcmaText.string(value)))),
    REFRESH_PROVIDER_STATUS(While.ANYTHING),
    PROVIDER_CATALOG_GET(While.ANYTHING),
    PROVIDER_AUTH_METHODS_GET(While.ANYTHING),
    PROVIDER_AUTH_AUTHORIZE(While.IDLE, Provider.ONE, Provider.METHOD, Provider.KNOWN),
    PROVIDER_AUTH_CALLBACK(While.IDLE, Provider.ONE, Provider.METHOD, Provider.KNOWN, optional("code", TEXT)),
    PROVIDER_AUTH_SET_API_KEY(
            While.IDLE, Provider.ONE, Provider.METHOD, Provider.KNOWN, missingOrInvalid("apiKey", NOT_BLANK)),
    LIST_TOOLS(While.ANYTHING),
    LIST_COMMANDS(While.ANYTHING),
    EXECUTE_COMMAND(
            While.IDLE,
            missingOrInvalid("name", NOT_BLANK),
            optional("arguments", TEXT),
            optional("clientMessageId", TEXT)),
    LIST_SKILLS(While.ANYTHING),
    READ_SKILL(While.ANYTHING, missingOrInvalid("skillName", NOT_BLANK)),
    ENABLE_SKILL(While.IDLE, missingOrInvalid("skillName", NOT_BLANK)),
    DISABLE_SKILL(While.IDLE, missingOrInvalid("skillName", NOT_BLANK)),
    DELETE_SKILL(While.IDLE, missingOrInvalid("skillName", NOT_BLANK)),
    SET_ENABLE_MCP(While.IDLE, missingOrInvalid("enableMcp", FLAG)),
    CANCEL(While.ANYTHING),
    PING(While.ANYTHING),
    RESET(While.IDLE),
    SESSION_BACKUP_GET(While.ANYTHING),
    SESSION_BACKUP_CHECKPOINT(While.IDLE),
    SESSION_BACKUP_RESTORE(While.IDLE, optional("checkpointId", NOT_BLANK)),
    SESSION_BACKUP_DELETE_CHECKPOINT(While.IDLE, missing("checkpointId", NOT_BLANK)),
    HARNESS_CONTEXT_GET(While.ANYTHING),
    HARNESS_CONTEXT_SET(
            While.ANYTHING,
            missingOrInvalid("context", OBJECT),
            within("context", invalid("runId", NOT_BLANK)),
            within("context", invalid("objective", NOT_BLANK)),
            within("context", invalid("acceptanceCriteria", TEXTS)),
            within("context", invalid("constraints", TEXTS)),
            within("context", optional("taskId", TEXT)),
            within("context", optional("metadata", OBJECT)),
            ClientMessageType::metadata),
    OBSERVABILITY_QUERY(
            While.ANYTHING,
            missingOrInvalid("query", OBJECT),
            within("query", invalid("queryType", oneOf(ObservabilityQuery.Kind.words()))),
            within("query", invalid("query", NOT_BLANK)),
            within("query", optional("fromMs", FINITE)),
            within("query", optional("toMs", FINITE)),
            within("query", optional("limit", COUNT))),
    HARNESS_SLO_EVALUATE(
            While.ANYTHING,
            missingOrInvalid(
                    "checks",
                    value -> value.kind() == JsonKind.ARRAY && !value.elements().isEmpty()),
            ClientMessageType::checks);

    private static final Map<String, ClientMessageType> BY_NAME = Arrays.stream(values())
            .collect(Collectors.toUnmodifiableMap(ClientMessageType::typeName, Function.identity()));

    private final While when;

    @SuppressWarnings("ImmutableEnumChecker") // a list that nobody can change, of checks without state
    private final List<FieldCheck> checks;

    ClientMessageType(While when, FieldCheck... checks) {
        this.when = when;
        this.checks = List.of(checks);
    }

    /** When a message is taken (W-032). */
    private enum While {
        ANYTHING,
        IDLE
    }

    /** The checks of all messages that are about a way to sign in. Stateless. */
    private static final class Provider {
        static final FieldCheck ONE = missingOrInvalid("provider", oneOf(ModelVendor.WORDS));
        static final FieldCheck METHOD = missingOrInvalid("methodId", NOT_BLANK);
        static final FieldCheck KNOWN =
                body -> ModelVendor.of(body.get("provider").orElseThrow().asString())
                                .filter(it -> it.hasMethod(
                                        body.get("methodId").orElseThrow().asString()))
                                .isPresent()
                        ? Optional.empty()
                        : Optional.of("unknown methodId");
    }

    /** The type of that very name. */
    static Optional<ClientMessageType> of(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** How it is called on the wire. */
    public String typeName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it is refused while the agent works. */
    boolean waitsForIdle() {
        return when == While.IDLE;
    }

    /** What is wrong with the fields of a message of this type, whole words; empty if nothing is. */
    Optional<String> fault(JsonValue body) {
        if (this != CLIENT_HELLO && body.get("sessionId").filter(NOT_BLANK).isEmpty()) {
            return Optional.of(typeName() + " missing sessionId");
        }
        return checks.stream()
                .flatMap(check -> check.fault(body).stream())
                .findFirst()
                .map(fault -> typeName() + " " + fault);
    }

    private static Optional<String> metadata(JsonValue body) {
        return body.get("context").orElseThrow().get("metadata").stream()
                        .flatMap(it -> it.members().values().stream())
                        .allMatch(TEXT)
                ? Optional.empty()
                : Optional.of("invalid context.metadata values");
    }

    private static Optional<String> checks(JsonValue body) {
        return body.get("checks").orElseThrow().elements().stream()
                .flatMap(check -> ofCheck(check).stream())
                .findFirst();
    }

    private static final List<FieldCheck> OF_CHECK = List.of(
            invalid("id", NOT_BLANK),
            invalid("type", oneOf(Set.of("latency", "error_rate", "custom"))),
            invalid("queryType", oneOf(ObservabilityQuery.Kind.words())),
            invalid("query", NOT_BLANK),
            invalid("op", oneOf(Set.of("<", "<=", ">", ">=", "==", "!="))),
            invalid("threshold", FINITE),
            invalid("windowSec", ABOVE_ZERO));

    private static Optional<String> ofCheck(JsonValue check) {
        if (check.kind() != JsonKind.OBJECT) {
            return Optional.of("invalid check object");
        }
        return OF_CHECK.stream()
                .flatMap(it -> it.fault(check).stream())
                .findFirst()
                .map(fault -> fault.replace("invalid ", "invalid check."));
    }
}
