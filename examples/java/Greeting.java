import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ws.StandaloneProvider;

record Greeting(String name) {
    public static void main(String[] arguments) {
        StandaloneProvider.run(Provider.named("greeter")
                .tool("greet", Greeting.class, "Greets by name.", (it, call) -> "Hello, " + it.name() + "!").build());
    }
}
