package io.tapgateway.examples.greeter;

import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Description;
import io.tapgateway.provider.ws.StandaloneProvider;

/** A provider with one tool. */
public final class Greeter {
    /** The arguments; the schema that the agent sees follows from the components. */
    record Greeting(@Description("whom to greet") String name) {}

    private Greeter() {}

    /** What it offers; knows nothing of how it is connected. */
    public static Provider describe() {
        return Provider.named("greeter")
                .tool("greet", Greeting.class, "Greets someone by name.", (it, call) -> "Hello, " + it.name() + "!")
                .build();
    }

    public static void main(String[] arguments) {
        StandaloneProvider.run(describe());
    }
}
