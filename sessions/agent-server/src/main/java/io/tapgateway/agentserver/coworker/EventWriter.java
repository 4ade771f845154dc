package io.tapgateway.agentserver.coworker;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What the server says, one method for each event; what is absent is left out and never null, but where clients expect
 * null (W-021). Immutable.
 */
final class EventWriter {
    private static final String PROTOCOL_VERSION = "3.0";
    private static final int MOST_OF_LOG = 1_024;

    private final String session;

    /** @param session the id that clients know */
    EventWriter(String session) {
        this.session = session;
    }

    private String event(String type, Consumer<JsonWriter> members) {
        return JsonWriter.toText(out -> {
            out.text("type", type).text("sessionId", session);
            members.accept(out);
        });
    }

    String serverHello(CoworkerConfig config) {
        return event("server_hello", out -> {
            out.text("protocolVersion", PROTOCOL_VERSION)
                    .object("capabilities", it -> it.text("modelStreamChunk", "v1"));
            write(out, config);
        });
    }

    String configUpdated(CoworkerConfig config) {
        return event("config_updated", out -> write(out, config));
    }

    private static void write(JsonWriter out, CoworkerConfig config) {
        out.object(
                "config",
                it -> it.text("provider", config.provider().word())
                        .text("model", config.model())
                        .text("workingDirectory", config.workingDirectory())
                        .text("outputDirectory", config.outputDirectory()));
    }

    String sessionSettings(boolean enableMcp) {
        return event("session_settings", out -> out.flag("enableMcp", enableMcp));
    }

    String observabilityStatus(Observability observability) {
        return event(
                "observability_status",
                out -> out.flag("enabled", observability.enabled())
                        .object(
                                "observability",
                                it -> it.text("mode", "local_docker")
                                        .text("otlpHttpEndpoint", observability.otlp())
                                        .object(
                                                "queryApi",
                                                api -> api.text("logsBaseUrl", told(observability.logs()))
                                                        .text("metricsBaseUrl", told(observability.metrics()))
                                                        .text("tracesBaseUrl", told(observability.traces())))
                                        .number("defaultWindowSec", Observability.WINDOW_SECONDS)));
    }

    private static String told(Optional<String> address) {
        return address.orElse("");
    }

    String providerAuthMethods() {
        return event(
                "provider_auth_methods",
                out -> out.object(
                        "methods",
                        methods -> Arrays.stream(ModelVendor.values())
                                .forEach(provider -> methods.objects(
                                        provider.word(), provider.methods(), EventWriter::writeMethod))));
    }

    private static void writeMethod(JsonWriter out, ModelVendor.Method method) {
        out.text("id", method.id())
                .text("type", method.type())
                .text("label", method.label())
                .text("oauthMode", method.mode());
    }

    String providerCatalog(List<ProviderStatus> providers, CoworkerConfig config) {
        return event(
                "provider_catalog",
                out -> out.objects(
                                "all",
                                Arrays.asList(ModelVendor.values()),
                                (it, provider) -> it.text("id", provider.word())
                                        .text("name", provider.title())
                                        .texts("models", models(provider, config))
                                        .text("defaultModel", provider.defaultModel()))
                        .object(
                                "default",
                                it -> Arrays.stream(ModelVendor.values())
                                        .forEach(provider -> it.text(provider.word(), provider.defaultModel())))
                        .texts(
                                "connected",
                                providers.stream()
                                        .filter(ProviderStatus::isConnected)
                                        .map(it -> it.provider().word())
                                        .toList()));
    }

    private static Collection<String> models(ModelVendor provider, CoworkerConfig config) {
        return config.provider() == provider && !config.model().equals(provider.defaultModel())
                ? List.of(provider.defaultModel(), config.model())
                : List.of(provider.defaultModel());
    }

    String providerStatus(List<ProviderStatus> providers, Instant now) {
        return event(
                "provider_status",
                out -> out.objects(
                        "providers",
                        providers,
                        (it, status) -> it.text("provider", status.provider().word())
                                .flag("authorized", status.isConnected())
                                .flag("verified", status.verified())
                                .text("mode", status.mode())
                                .value("account", JsonValue.NULL)
                                .text("message", status.message())
                                .text("checkedAt", now)));
    }

    String providerAuthChallenge(ModelVendor provider, String method) {
        return event(
                "provider_auth_challenge",
                out -> out.text("provider", provider.word())
                        .text("methodId", method)
                        .object(
                                "challenge",
                                it -> it.text("method", "auto")
                                        .text(
                                                "instructions",
                                                "Run the sign-in of " + provider.title() + ", then continue.")
                                        .text("command", provider.signInCommand())));
    }

    /** @param mode how one is known now; only if that is so */
    String providerAuthResult(ModelVendor provider, String method, Optional<String> mode, String message) {
        return event(
                "provider_auth_result",
                out -> out.text("provider", provider.word())
                        .text("methodId", method)
                        .flag("ok", mode.isPresent())
                        .text("mode", mode)
                        .text("message", message));
    }

    String userMessage(String text, Optional<String> clientMessageId) {
        return event("user_message", out -> out.text("text", text).text("clientMessageId", clientMessageId));
    }

    String sessionBusy(boolean busy) {
        return event("session_busy", out -> out.flag("busy", busy));
    }

    String modelStreamChunk(StreamPlace place, int index, String partType, JsonValue part) {
        return event(
                "model_stream_chunk",
                out -> out.text("turnId", place.turnId())
                        .number("index", index)
                        .text("provider", place.provider().word())
                        .text("model", place.model())
                        .text("partType", partType)
                        .value("part", part));
    }

    String reasoning(String kind, String text) {
        return event("reasoning", out -> out.text("kind", kind).text("text", text));
    }

    String assistantMessage(String text) {
        return event("assistant_message", out -> out.text("text", text));
    }

    String log(String line) {
        return event("log", out -> out.text("line", EcmaText.cut(line, MOST_OF_LOG)));
    }

    /** A line that is longer than others may be. */
    String longLog(String line) {
        return event("log", out -> out.text("line", line));
    }

    /** @param todos an array as the tool was given it, or an empty one */
    String todos(JsonValue todos) {
        return event("todos", out -> out.value("todos", todos));
    }

    String ask(String request, String question, List<String> options) {
        return event("ask", out -> {
            out.text("requestId", request).text("question", question);
            if (!options.isEmpty()) {
                out.texts("options", options);
            }
        });
    }

    String approval(String request, String command, boolean dangerous, String reasonCode) {
        return event(
                "approval",
                out -> out.text("requestId", request)
                        .text("command", command)
                        .flag("dangerous", dangerous)
                        .text("reasonCode", reasonCode));
    }

    String tools(Collection<String> names) {
        return event("tools", out -> out.texts("tools", names));
    }

    String commands(List<CommandInfo> commands) {
        return event(
                "commands",
                out -> out.objects(
                        "commands",
                        commands,
                        (it, command) -> it.text("name", command.name())
                                .text("description", command.description())
                                .text("source", command.skill() ? "skill" : "command")
                                .texts("hints", command.hints())));
    }

    String skillsList(List<SkillInfo> skills) {
        return event("skills_list", out -> out.objects("skills", skills, EventWriter::writeSkill));
    }

    String skillContent(SkillInfo skill, String content) {
        return event(
                "skill_content",
                out -> out.object("skill", skill, EventWriter::writeSkill).text("content", content));
    }

    private static void writeSkill(JsonWriter out, SkillInfo skill) {
        out.text("name", skill.name())
                .text("path", skill.path())
                .text("source", skill.source().word())
                .flag("enabled", skill.enabled())
                .texts("triggers", skill.triggers())
                .text("description", skill.description());
        skill.face().ifPresent(it -> out.object("interface", it, EventWriter::writeFace));
    }

    private static void writeFace(JsonWriter out, SkillFace face) {
        out.text("displayName", face.displayName())
                .text("shortDescription", face.shortDescription())
                .text("iconSmall", face.iconSmall())
                .text("iconLarge", face.iconLarge())
                .text("defaultPrompt", face.defaultPrompt())
                .texts("agents", face.agents());
    }

    String sessionBackupState(String reason, BackupState state, String workingDirectory) {
        return event(
                "session_backup_state",
                out -> out.text("reason", reason).object("backup", it -> write(it, state, workingDirectory)));
    }

    private void write(JsonWriter out, BackupState state, String workingDirectory) {
        out.text("status", state.status().name().toLowerCase(Locale.ROOT))
                .text("sessionId", session)
                .text("workingDirectory", workingDirectory)
                .value("backupDirectory", state.directory().map(JsonValue::of).orElse(JsonValue.NULL))
                .text("createdAt", state.createdAt())
                .object(
                        "originalSnapshot",
                        it -> it.text("kind", state.directory().isPresent() ? "directory" : "pending"))
                .objects(
                        "checkpoints",
                        state.checkpoints(),
                        (it, point) -> it.text("id", point.id())
                                .number("index", point.index())
                                .text("createdAt", point.createdAt())
                                .text("trigger", point.automatic() ? "auto" : "manual")
                                .flag("changed", point.changed())
                                .number("patchBytes", point.patchBytes()))
                .text("failureReason", state.failure());
    }

    String harnessContext(Optional<HarnessContext> context) {
        return event("harness_context", out -> {
            if (context.isPresent()) {
                out.object("context", it -> context.get().writeTo(it));
            } else {
                out.value("context", JsonValue.NULL);
            }
        });
    }

    /** @param said as the client has said it */
    String observabilityQueryResult(JsonValue said, ObservabilityQuery query, ObservabilityResult result) {
        return event(
                "observability_query_result",
                out -> out.object(
                        "result",
                        it -> it.value("queryType", said.get("queryType"))
                                .value("query", said.get("query"))
                                .number("fromMs", query.fromMs())
                                .number("toMs", query.toMs())
                                .text("status", result.error().isPresent() ? "error" : "ok")
                                .value("data", result.data())
                                .text("error", result.error())));
    }

    /** @param verdicts at least one */
    String harnessSloResult(Observability observability, List<SloCheck.Verdict> verdicts) {
        List<ObservabilityQuery> queries =
                verdicts.stream().map(it -> it.check().query()).toList();
        long from = queries.stream().mapToLong(ObservabilityQuery::fromMs).min().orElseThrow();
        long to = queries.stream().mapToLong(ObservabilityQuery::toMs).max().orElseThrow();
        return event(
                "harness_slo_result",
                out -> out.object(
                        "result",
                        it -> it.flag("reportOnly", observability.reportOnly())
                                .flag("strictMode", observability.strict())
                                .flag("passed", verdicts.stream().allMatch(SloCheck.Verdict::passed))
                                .number("fromMs", from)
                                .number("toMs", to)
                                .objects("checks", verdicts, (check, verdict) -> verdict.writeTo(check))));
    }

    String resetDone() {
        return event("reset_done", out -> {});
    }

    String pong() {
        return event("pong", out -> {});
    }

    String error(ClientError complaint) {
        return event(
                "error",
                out -> out.text("message", complaint.message())
                        .text("code", complaint.code().word())
                        .text("source", complaint.source().word()));
    }
}
