package io.tapgateway.testkit.transcript;

import java.util.List;
import java.util.Map;

/** Plays transcripts. Immutable and thread-safe. */
public final class TranscriptRunner {
    private TranscriptRunner() {}

    /**
     * Plays a transcript on a fresh stage and closes that.
     *
     * @throws TranscriptFailure where the gateway does something else than what is written
     */
    public static void play(Transcript transcript, Stage stage) {
        Cast cast = new Cast(stage);
        try (stage) {
            Map<String, TranscriptCommand> commands = TranscriptCommand.all(cast);
            for (Line line : transcript.lines()) {
                play(line, cast, commands);
            }
            cast.peers().values().forEach(actor -> expectNothingMore(transcript, actor));
        } finally {
            cast.end();
        }
    }

    private static void play(Line line, Cast cast, Map<String, TranscriptCommand> commands) {
        try {
            switch (line.kind()) {
                case SEND -> cast.peer(line.peer()).says(line.body());
                case EXPECT -> cast.peer(line.peer()).hears(line.body());
                case CLOSE -> cast.peer(line.peer()).isClosed(line.body());
                case SILENCE -> cast.peer(line.peer()).hearsNothing();
                case COMMAND -> command(line, commands);
            }
            if (line.kind().acts()) {
                cast.stage().settle();
            }
        } catch (AssertionError | RuntimeException e) {
            throw new TranscriptFailure(line, e);
        }
    }

    private static void command(Line line, Map<String, TranscriptCommand> commands) {
        TranscriptWords words = new TranscriptWords(line.body());
        String verb = words.next();
        TranscriptCommand command = commands.get(verb);
        if (command == null) {
            throw new IllegalArgumentException("there is no command '" + verb + "'");
        }
        command.run(words);
        words.requireEnd();
    }

    private static void expectNothingMore(Transcript transcript, Cast.Actor actor) {
        try {
            actor.hearsNothing();
        } catch (AssertionError e) {
            List<Line> lines = transcript.lines();
            Line last = lines.get(lines.size() - 1);
            throw new TranscriptFailure(
                    new Line(
                            last.file(),
                            last.number(),
                            Line.Kind.SILENCE,
                            "",
                            "at its end, peer '" + actor.name() + "'",
                            last.why()),
                    e);
        }
    }
}
