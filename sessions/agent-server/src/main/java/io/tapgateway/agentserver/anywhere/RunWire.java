package io.tapgateway.agentserver.anywhere;

import io.tapgateway.model.TurnEnd;
import io.tapgateway.model.TurnEvent;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What happens in one run, as events: one inbound, fragments, one done. Fragments of a chat join to its answer;
 * those of steps say what is done, without contents of files. Confined to its folder.
 */
final class RunWire implements TurnEvent.Visitor {
    /** How many bytes of UTF-8 a fragment has at most. */
    static final int MOST_BYTES = 16_384;

    /** So many characters fit into that, whichever they are. */
    private static final int MOST_CHARACTERS = MOST_BYTES / 3;

    static final int MOST_OF_COMMENTARY = 160;
    static final int MOST_OF_RESULT = 200;

    private static final Set<String> WITH_CONTENTS = Set.of("content", "diff", "oldText", "newText");
    private static final Set<String> READERS = Set.of("readFiles", "searchFiles", "read", "grep");

    private final Run run;
    private final String folder;
    private final String model;
    private final Consumer<AnywhereEvent> out;
    private int step;

    /** @param out takes each event */
    RunWire(Run run, String folder, String model, Consumer<AnywhereEvent> out) {
        this.run = run;
        this.folder = folder;
        this.model = model;
        this.out = out;
    }

    Run run() {
        return run;
    }

    void inbound() {
        out.accept(AnywhereEvent.of(
                "inbound",
                folder,
                it -> it.text("id", run.id()).text("text", run.text()).text("source", run.source())));
    }

    private void fragment(String text) {
        int from = 0;
        while (from < text.length()) {
            int to = Math.min(text.length(), from + MOST_CHARACTERS);
            if (to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
                to--;
            }
            String piece = text.substring(from, to);
            out.accept(AnywhereEvent.of(
                    "fragment",
                    folder,
                    it -> it.text("id", run.id()).text("fragment", piece).text("model", model)));
            from = to;
        }
    }

    private boolean talks() {
        return run.mode() == Run.Mode.CHAT;
    }

    @Override
    public void onPartDelta(TurnEvent.PartDelta delta) {
        if (talks() && delta.part() == TurnEvent.Part.TEXT) {
            fragment(delta.text());
        }
    }

    @Override
    public void onAnswered(TurnEvent.Answered answered) {
        if (talks()) {
            return;
        }
        String said = answered.answer().text();
        if (answered.answer().requests().isEmpty()) {
            fragment(said);
        } else {
            step++;
            String why = cut(said, MOST_OF_COMMENTARY);
            fragment("Step " + step + "/" + run.maxSteps() + (why.isBlank() ? "" : ": " + why) + "\n");
        }
    }

    @Override
    public void onToolCalled(TurnEvent.ToolCalled called) {
        if (!talks()) {
            fragment("> " + called.request().tool() + " " + cut(shown(called.input()), MOST_OF_RESULT) + "\n");
        }
    }

    /** What a tool is given, but for contents of files. */
    private static String shown(JsonValue input) {
        if (input.kind() != JsonKind.OBJECT) {
            return "";
        }
        Map<String, JsonValue> members = new LinkedHashMap<>(input.members());
        members.keySet().removeAll(WITH_CONTENTS);
        return JsonValue.object(members).json();
    }

    @Override
    public void onToolReturned(TurnEvent.ToolReturned returned) {
        if (talks()) {
            return;
        }
        String output = JsonReader.TEXT
                .tryRead(returned.output())
                .orElseGet(() -> returned.output().json());
        String told = READERS.contains(returned.request().tool())
                ? output.length() + " characters"
                : cut(output, MOST_OF_RESULT);
        fragment("< " + returned.request().tool() + " " + told + "\n");
    }

    @Override
    public void onToolFailed(TurnEvent.ToolFailed failed) {
        if (!talks()) {
            fragment("< " + failed.request().tool() + " " + cut(failed.error(), MOST_OF_RESULT) + "\n");
        }
    }

    private static String cut(String text, int most) {
        String line = text.replace('\n', ' ');
        if (line.length() <= most) {
            return line;
        }
        int end = Character.isHighSurrogate(line.charAt(most - 1)) ? most - 1 : most;
        return line.substring(0, end) + "…";
    }

    @Override
    public void onOver(TurnEvent.Over over) {
        TurnEnd end = over.end();
        switch (end.kind()) {
            case ANSWERED -> done(Reason.ANSWERED);
            case LIMIT -> {
                fragment(end.text());
                done(Reason.LIMIT);
            }
            case CANCELLED -> done(Reason.CANCELLED);
            case INVALID -> {
                fragment(end.text());
                done(Reason.INVALID);
            }
            case FAILED, BLOCKED -> {
                fragment(end.text());
                done(Reason.FAILED);
            }
        }
    }

    /** How a run has ended. */
    enum Reason {
        ANSWERED,
        LIMIT,
        CANCELLED,
        INVALID,
        FAILED
    }

    void done(Reason reason) {
        out.accept(AnywhereEvent.of(
                "done",
                folder,
                it -> it.text("id", run.id())
                        .text("model", model)
                        .text("reason", reason.name().toLowerCase(Locale.ROOT))));
    }
}
