package io.tapgateway.examples.provider;

import io.tapgateway.examples.program.Program;

/** Runs the provider as a process of its own. */
public final class WebSocketMain {
    private WebSocketMain() {}

    public static void main(String[] arguments) {
        Program.run(ExampleProvider.create(Program::say));
    }
}
