package io.tapgateway.examples.notes;

import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.StandaloneProvider;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A provider of which several run at once, each with notes of its own. To the agent they are one set of tools with a
 * parameter {@code target}, and a tool {@code list_notes_instances} that says who is there.
 */
public final class NotesMain {
    /** The result of {@code notes_add}. */
    record Added(String instance, int notes) {}

    /** The result of {@code notes_read}. */
    record Notes(String instance, List<String> notes) {}

    private NotesMain() {}

    public static void main(String[] arguments) {
        if (arguments.length != 1) {
            System.err.println("Name this instance, for example: NotesMain work");
            System.exit(1);
            return;
        }
        try {
            StandaloneProvider.run(describe(arguments[0]));
        } catch (IllegalArgumentException e) {
            System.err.println("'" + arguments[0] + "' is no name for an instance: " + e.getMessage());
            System.exit(1);
        }
    }

    private static Provider describe(String instance) {
        List<String> notes = new CopyOnWriteArrayList<>();
        // Every instance has to declare the same parameters. Which of them is meant is not among these: the gateway
        // adds that.
        return Provider.named("notes")
                .instance(instance)
                .metadata(Map.of("title", "Notes about " + instance))
                .tool("notes_add", "Adds a note.", Schema.object().required("text", Schema.string()), call -> {
                    notes.add(call.stringArg("text"));
                    return new Added(instance, notes.size());
                })
                .tool("notes_read", "Reads all notes.", Schema.object(), call -> new Notes(instance, notes))
                .build();
    }
}
