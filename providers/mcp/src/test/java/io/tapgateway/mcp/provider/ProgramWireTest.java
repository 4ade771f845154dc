package io.tapgateway.mcp.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.mcp.protocol.RpcMessage;
import io.tapgateway.programs.Command;
import io.tapgateway.programs.InteractiveProcess;
import io.tapgateway.programs.ProgramLog;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that do with their standard streams what no server should. */
@Timeout(60)
class ProgramWireTest {
    private static final int MESSAGE = 1 << 20;

    @TempDir
    private Path directory;

    /** Notes why a wire is given up. */
    private static final class Listener implements ServerWire.Receiver {
        private final CompletableFuture<String> broken = new CompletableFuture<>();

        @Override
        public boolean received(RpcMessage message) {
            return true;
        }

        @Override
        public void broken(String reason) {
            broken.complete(reason);
        }

        @Override
        public void silent() {}
    }

    @Test
    void M005_a_program_that_does_not_read_is_given_up_with_so_much_unsent_and_holds_nobody_up() throws Exception {
        ProgramWire wire = new ProgramWire(
                "deaf",
                InteractiveProcess.start(
                        "deaf",
                        new Command(List.of("sleep", "60"), directory, Map.of()),
                        Map.of("PATH", System.getenv("PATH")),
                        ProgramLog.open(directory.resolve("deaf.log"))),
                GivenSecrets.NONE);
        CompletableFuture<String> end = new CompletableFuture<>();
        wire.onEnd(end::complete);
        Listener listener = new Listener();
        wire.begin(listener);
        String message = "x".repeat(MESSAGE);

        for (int i = 0; i < 60; i++) {
            wire.send(message);
        }
        assertThat(listener.broken).isNotDone();
        for (int i = 0; i < 6; i++) {
            wire.send(message);
        }

        assertThat(listener.broken.get(30, TimeUnit.SECONDS)).isEqualTo("it does not read what it is sent");
        wire.stop();
        assertThat(end.get(30, TimeUnit.SECONDS)).startsWith("it has ended");
    }
}
