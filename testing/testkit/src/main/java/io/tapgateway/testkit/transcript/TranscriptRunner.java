package io.tapgateway.testkit.transcript;

import java.util.Map;

/** Plays transcripts. Immutable and thread-safe. */
public final class TranscriptRunner {
    private TranscriptRunner() {}

    /**
     * Plays a transcript on a fresh stage and closes that.
     *
     * @throws AssertionError where the gateway does something else than what is written: which line, what was expected,
     *     and what came instead
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
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(line + "\n  " + e.getMessage(), e);
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
            throw new AssertionError(transcript + ": at its end, peer '" + actor.name() + "':\n  " + e.getMessage(), e);
        }
    }
}
