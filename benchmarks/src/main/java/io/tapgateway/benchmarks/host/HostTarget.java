package io.tapgateway.benchmarks.host;

import io.tapgateway.benchmarks.load.QuietLibraries;
import io.tapgateway.link.HostPort;
import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.transport.ws.http.LoopbackHttpServer;
import io.tapgateway.transport.ws.text.TextPort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;

/** A process with a gateway that takes session hosts, and a provider of its own for each of the sessions. */
public final class HostTarget {
    private static final FileAttribute<?> OWNER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private HostTarget() {}

    /** The argument is an empty directory, for the files that hosts find the gateway by. */
    public static void main(String[] args) throws IOException {
        QuietLibraries.hush();
        Path home = Path.of(args[0]);
        byte[] key = new byte[LinkProof.BYTES];
        new SecureRandom().nextBytes(key);
        try (Gateway gateway = Gateway.builder().executor(Runnable::run).build();
                HostPort hosts = HostPort.serving(
                        (info, host) -> EchoSession.withProvider(gateway, info, host),
                        gateway.tokens(),
                        new LinkProof(key));
                TextPort port = TextPort.at(HostPort.PATH, hosts::accept);
                LoopbackHttpServer server =
                        LoopbackHttpServer.named("hosts").addOn(port.addOn()).listen()) {
            port.listeningOn(server.port());
            write(home.resolve("host.key"), key);
            write(home.resolve("gateway.json"), record(server.port()).getBytes(StandardCharsets.UTF_8));
            System.out.println("listening ws://127.0.0.1:" + server.port() + "/host");
            // Until whoever has started this ends.
            var unused = System.in.readAllBytes();
        }
    }

    private static String record(int port) {
        return JsonWriter.toText(
                out -> out.number("pid", ProcessHandle.current().pid())
                        .text("url", "ws://127.0.0.1:" + port + "/")
                        .number("controlPort", port));
    }

    private static void write(Path file, byte[] content) throws IOException {
        Files.write(Files.createFile(file, OWNER), content);
    }
}
