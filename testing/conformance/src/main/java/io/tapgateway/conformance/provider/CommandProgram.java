package io.tapgateway.conformance.provider;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** A provider that is a program of the system. Immutable. */
public record CommandProgram(List<String> command) implements ProviderProgram {
    /** Of what it prints, this much is kept. */
    private static final int MAX_BYTES = 1 << 20;

    public CommandProgram {
        command = List.copyOf(command);
    }

    @Override
    public Run start(Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // With a token of its own it would not look for the one of this gateway.
        builder.environment().remove("TAP_PROVIDER_TOKEN");
        builder.environment().putAll(environment);
        Process process = builder.start();
        Program program = new Program(process, new ConcurrentLinkedQueue<>());
        Thread reader = new Thread(program::read, "conformance-provider");
        reader.setDaemon(true);
        reader.start();
        return program;
    }

    private record Program(Process process, Queue<String> kept) implements Run {
        void read() {
            byte[] buffer = new byte[8 << 10];
            int all = 0;
            try (InputStream printed = process.getInputStream()) {
                for (int read = printed.read(buffer); read >= 0; read = printed.read(buffer)) {
                    if (all < MAX_BYTES) {
                        kept.add(new String(buffer, 0, read, StandardCharsets.UTF_8));
                    }
                    all = Math.min(all + read, MAX_BYTES);
                }
            } catch (IOException e) {
                kept.add("(the rest cannot be read)");
            }
        }

        @Override
        public void stop() {
            process.destroy();
        }

        @Override
        public boolean awaitEnd(Duration atMost) {
            try {
                return process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        @Override
        public String printed() {
            return String.join("", kept);
        }

        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
