package io.tapgateway.examples.embedding;

import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.TimelineEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Runs the embedded agent with an object of this process and with a program that it starts: {@code NotesMain work}. */
public final class EmbeddedMain {
    private EmbeddedMain() {}

    public static void main(String[] program) throws IOException {
        Path log = Files.createTempFile("notes", ".log");
        Newcomers newcomers = new Newcomers();
        try (EmbeddedAgent agent = new EmbeddedAgent(0, newcomers)) {
            agent.attachGreeter().whenBound().toCompletableFuture().join();
            use(agent, "greet", Map.of("name", "Ada"));

            Process notes = agent.start("notes", List.of(program), log);
            newcomers.notes.join();
            use(agent, "notes_add", Map.of("text", "Buy milk"));
            notes.destroy();
            notes.onExit().join();
        }
    }

    private static void use(EmbeddedAgent agent, String tool, Map<String, ?> arguments) {
        System.out.println(agent.use(tool, arguments).toCompletableFuture().join());
    }

    /** Knows when the notes have come. */
    private static final class Newcomers implements SessionHost {
        private final CompletableFuture<Void> notes = new CompletableFuture<>();

        @Override
        public void toolsChanged(List<RegisteredTool> tools) {
            if (tools.stream().anyMatch(tool -> tool.name().value().equals("notes_add"))) {
                notes.complete(null);
            }
        }

        @Override
        public void log(TimelineEntry entry) {
            System.out.println(entry.source() + ": " + entry.text());
        }

        @Override
        public CompletionStage<Void> send(InjectedPrompt prompt) {
            return CompletableFuture.completedFuture(null);
        }
    }
}
