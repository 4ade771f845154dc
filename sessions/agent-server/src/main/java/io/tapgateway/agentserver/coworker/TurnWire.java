package io.tapgateway.agentserver.coworker;

import io.tapgateway.model.FinishReason;
import io.tapgateway.model.TokenUsage;
import io.tapgateway.model.TurnEnd;
import io.tapgateway.model.TurnEvent;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What happens in one turn, in the words of the protocol: chunks with their index, and lines and messages for clients
 * that read no chunks (W-030, W-036 – W-040). Confined to its session.
 */
final class TurnWire implements TurnEvent.Visitor {
    private static final String TODO_TOOL = "todoWrite";
    private static final int MOST_OF_TOOL_LINE = 2_000;

    private final StreamPlace place;
    private final EventWriter write;
    private final Consumer<String> out;
    private final StringBuilder thought = new StringBuilder();
    private final BooleanSupplier slow;
    private Optional<Held> held = Optional.empty();
    private int index;
    private String reasoning = "";
    private String said = "";

    /**
     * Pieces of one part that a client gets as one, because it does not keep up.
     *
     * @param member of the chunk in which they are
     */
    private record Held(String partType, String id, String member, Consumer<JsonWriter> head, StringBuilder text) {
        boolean isOf(String otherType, String otherId) {
            return partType.equals(otherType) && id.equals(otherId);
        }
    }

    /**
     * @param out takes each event
     * @param slow whether something waits for the client to read
     */
    TurnWire(StreamPlace place, EventWriter write, Consumer<String> out, BooleanSupplier slow) {
        this.place = place;
        this.write = write;
        this.out = out;
        this.slow = slow;
    }

    /** As long as the client does not keep up, pieces wait here and are joined before they have an index (W-012). */
    private void delta(String partType, String id, String member, Consumer<JsonWriter> head, String text) {
        if (held.filter(it -> it.isOf(partType, id)).isEmpty()) {
            tellHeld();
            held = Optional.of(new Held(partType, id, member, head, new StringBuilder()));
        }
        held.ifPresent(it -> it.text().append(text));
        if (!slow.getAsBoolean()) {
            tellHeld();
        }
    }

    private void tellHeld() {
        Optional<Held> told = held;
        held = Optional.empty();
        told.ifPresent(it -> chunk(it.partType(), part -> {
            it.head().accept(part);
            part.text(it.member(), it.text().toString());
        }));
    }

    private void chunk(String partType, Consumer<JsonWriter> part) {
        tellHeld();
        out.accept(write.modelStreamChunk(place, index++, partType, JsonWriter.toValue(part)));
    }

    void start() {
        chunk("start", part -> {});
    }

    @Override
    public void onStepStarted(TurnEvent.StepStarted started) {
        thought.setLength(0);
        chunk("start_step", part -> {});
    }

    @Override
    public void onPartStarted(TurnEvent.PartStarted started) {
        chunk(name(started.part()) + "_start", part -> identify(part, started.part(), started.id()));
    }

    @Override
    public void onPartDelta(TurnEvent.PartDelta delta) {
        if (delta.part() == TurnEvent.Part.REASONING) {
            thought.append(delta.text());
        }
        delta(
                name(delta.part()) + "_delta",
                delta.id(),
                "text",
                part -> identify(part, delta.part(), delta.id()),
                delta.text());
    }

    @Override
    public void onPartEnded(TurnEvent.PartEnded ended) {
        chunk(name(ended.part()) + "_end", part -> identify(part, ended.part(), ended.id()));
    }

    private static String name(TurnEvent.Part part) {
        return part == TurnEvent.Part.TEXT ? "text" : "reasoning";
    }

    private void identify(JsonWriter out, TurnEvent.Part part, String id) {
        out.text("id", id);
        if (part == TurnEvent.Part.REASONING) {
            out.text("mode", place.provider().reasoningKind());
        }
    }

    @Override
    public void onInputStarted(TurnEvent.InputStarted started) {
        chunk("tool_input_start", part -> part.text("id", started.id()).text("toolName", tool(started.tool())));
    }

    @Override
    public void onInputDelta(TurnEvent.InputDelta delta) {
        delta("tool_input_delta", delta.id(), "delta", part -> part.text("id", delta.id()), delta.text());
    }

    @Override
    public void onInputEnded(TurnEvent.InputEnded ended) {
        chunk("tool_input_end", part -> part.text("id", ended.id()));
    }

    @Override
    public void onToolCalled(TurnEvent.ToolCalled called) {
        out.accept(write.longLog(toolLine("tool> ", called.request().tool(), called.input())));
        chunk(
                "tool_call",
                part -> part.text("toolCallId", called.request().id())
                        .text("toolName", tool(called.request().tool()))
                        .value("input", Shortened.value(called.input()))
                        .flagIfSet("dynamic", called.dialledIn()));
        if (called.request().tool().equals(TODO_TOOL)) {
            called.input()
                    .get("todos")
                    .filter(it -> it.kind() == JsonKind.ARRAY)
                    .ifPresent(it -> out.accept(write.todos(it)));
        }
    }

    @Override
    public void onToolReturned(TurnEvent.ToolReturned returned) {
        out.accept(write.longLog(toolLine("tool< ", returned.request().tool(), returned.output())));
        chunk(
                "tool_result",
                part -> part.text("toolCallId", returned.request().id())
                        .text("toolName", tool(returned.request().tool()))
                        .value("output", Shortened.value(returned.output()))
                        .flagIfSet("dynamic", returned.dialledIn()));
    }

    @Override
    public void onToolFailed(TurnEvent.ToolFailed failed) {
        JsonValue error = JsonValue.of(failed.error());
        JsonValue told = JsonWriter.toValue(it -> it.text("error", failed.error()));
        out.accept(write.longLog(toolLine("tool< ", failed.request().tool(), told)));
        chunk(
                failed.denied() ? "tool_output_denied" : "tool_error",
                part -> part.text("toolCallId", failed.request().id())
                        .text("toolName", tool(failed.request().tool()))
                        .value(failed.denied() ? "reason" : "error", Shortened.value(error))
                        .flagIfSet("dynamic", failed.dialledIn()));
    }

    /** The person is asked about a use of a tool. */
    void approvalRequested(String request, String tool, JsonValue args) {
        chunk(
                "tool_approval_request",
                part -> part.text("approvalId", request)
                        .object(
                                "toolCall",
                                it -> it.text("toolName", tool(tool)).value("input", Shortened.value(args))));
    }

    private static String tool(String name) {
        return name.isEmpty() ? "tool" : name;
    }

    /** A line about a tool: what is in it is JSON, also where it had to be cut (W-040). */
    private static String toolLine(String mark, String tool, JsonValue value) {
        String head = mark + tool(tool) + " ";
        JsonValue shown = Shortened.value(value);
        if (head.length() + shown.json().length() <= MOST_OF_TOOL_LINE) {
            return head + shown.json();
        }
        int room = Math.max(0, (MOST_OF_TOOL_LINE - head.length()) / 2);
        String kept = EcmaText.cut(value.json(), room);
        String cut = JsonWriter.toText(it -> it.text("truncated", kept));
        return head.length() + cut.length() <= MOST_OF_TOOL_LINE ? head + cut : head + "{\"truncated\":\"\"}";
    }

    @Override
    public void onAnswered(TurnEvent.Answered answered) {
        String text = answered.answer().text();
        if (!EcmaText.isBlank(thought.toString())) {
            reasoning = thought.toString();
        }
        if (!EcmaText.isBlank(text)) {
            if (!said.isEmpty()) {
                out.accept(write.log("said> " + EcmaText.trim(said)));
            }
            said = text;
        }
    }

    @Override
    public void onStepFinished(TurnEvent.StepFinished finished) {
        chunk("finish_step", part -> {
            finished.usage().ifPresent(it -> write(part, "usage", it));
            part.text("finishReason", word(finished.reason()));
        });
    }

    @Override
    public void onOver(TurnEvent.Over over) {
        TurnEnd end = over.end();
        switch (end.kind()) {
            case ANSWERED -> finish(word(over.reason()), over.usage());
            case LIMIT -> finish("length", over.usage());
            case CANCELLED -> chunk("abort", part -> {});
            case FAILED, INVALID, BLOCKED -> chunk("error", part -> part.text("error", end.text()));
        }
        switch (end.kind()) {
            case ANSWERED -> conclude();
            case LIMIT -> {
                conclude();
                out.accept(write.log("[warn] " + end.text()));
            }
            case CANCELLED -> {}
            case FAILED, INVALID -> out.accept(write.error(TurnFailure.of(end.text())));
            case BLOCKED -> out.accept(write.error(ClientError.blocked(end.text())));
        }
    }

    /** What the turn comes to, for clients that read no chunks (W-039). */
    private void conclude() {
        if (!reasoning.isEmpty()) {
            out.accept(write.reasoning(place.provider().reasoningKind(), EcmaText.trim(reasoning)));
        }
        if (!said.isEmpty()) {
            out.accept(write.assistantMessage(EcmaText.trim(said)));
        }
    }

    private void finish(String reason, Optional<TokenUsage> usage) {
        chunk("finish", part -> {
            part.text("finishReason", reason);
            usage.ifPresent(it -> write(part, "totalUsage", it));
        });
    }

    private static void write(JsonWriter part, String name, TokenUsage usage) {
        part.object(
                name,
                it -> it.number("inputTokens", usage.input())
                        .number("outputTokens", usage.output())
                        .number("totalTokens", usage.input() + usage.output()));
    }

    private static String word(FinishReason reason) {
        return switch (reason) {
            case STOP -> "stop";
            case LENGTH -> "length";
            case TOOLS -> "tool-calls";
            case FILTER -> "content-filter";
            case OTHER -> "other";
            case UNKNOWN -> "unknown";
        };
    }
}
