package io.tapgateway.benchmarks.mcp;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.benchmarks.load.QuietLibraries;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.ws.WebSocketProvider;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A provider in a process of its own, as its author writes it: it dials in to the gateway of a home. It answers each
 * line with whether it is there.
 */
public final class DialInEcho {
    /** What it says of itself when it is. */
    static final String BOUND = "bound";

    private DialInEcho() {}

    /** The argument is the home. */
    public static void main(String[] args) throws Exception {
        QuietLibraries.hush();
        HomeDirectory home = new HomeDirectory(Path.of(args[0]), Path.of(args[0]));
        JsonValue gateway = JsonValue.parse(Files.readString(home.gatewayRecord()));
        URI url = URI.create(gateway.get("url").orElseThrow().asString());
        try (var provider = WebSocketProvider.to(url)
                .executor(Runnable::run)
                .attach(Credentials.fromTokenFile(home.providerToken()), McpTarget.echo())) {
            provider.whenBound().toCompletableFuture().join();
            BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            while (lines.readLine() != null) {
                System.out.println(provider.binding().isPresent() ? BOUND : "lost");
            }
        }
    }
}
