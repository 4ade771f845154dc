package io.tapgateway.examples.provider;

import io.tapgateway.provider.ws.StandaloneProvider;

/** Runs the provider as a process of its own. */
public final class WebSocketMain {
    private WebSocketMain() {}

    public static void main(String[] arguments) {
        StandaloneProvider.run(ExampleProvider.create(System.out::println));
    }
}
