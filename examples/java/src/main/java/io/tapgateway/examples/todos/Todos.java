package io.tapgateway.examples.todos;

import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.StandaloneProvider;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A to-do list. Confined to the main thread but for the list itself, which calls share. */
final class Todos {
    record Todo(String text) {}

    public static void main(String[] arguments) {
        List<String> open = new CopyOnWriteArrayList<>();
        Tool slow = Tool.of("todo_do_all", "Does everything, one thing a second.", Schema.object(), call -> {
            while (!open.isEmpty()) {
                call.progress("doing " + open.get(0) + " …");
                call.pause(Duration.ofSeconds(1));
                call.push(Push.to("todos").surface("done: " + open.remove(0)));
            }
            return "All done.";
        });
        StandaloneProvider.run(Provider.named("todos")
                .tool("todo_add", Todo.class, "Adds something to the to-do list.", (todo, call) -> {
                    open.add(todo.text);
                    call.push(Push.to("todos").keep("added: " + todo.text));
                    return open;
                })
                .tool("todo_done", Todo.class, "Takes something off the to-do list.", (todo, call) -> {
                    if (!open.remove(todo.text)) {
                        throw ToolFailure.notFound("The list has no '" + todo.text + "'");
                    }
                    PushLevel level = open.isEmpty() ? PushLevel.INJECT : PushLevel.SURFACE;
                    call.push(Push.to("todos").of(level, "done: " + todo.text));
                    return open;
                })
                .tool(slow.timeout(Duration.ofMinutes(5)))
                .build());
    }
}
