package io.tapgateway.benchmarks.extension;

import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.runtime.thread.DaemonThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The same program without a gateway: one thread writes, one reads, and who asks waits for the answer. Confined to one
 * thread, but for these two.
 */
final class EchoProcess implements AutoCloseable {
    private final LinkedBlockingQueue<String> asked = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final InteractiveProgram program;

    EchoProcess(InteractiveProgram program) throws InterruptedException {
        this.program = program;
        DaemonThreads.named("echo-write").newThread(this::write).start();
        DaemonThreads.named("echo-read").newThread(this::read).start();
        while (!answers.take().contains("ready")) {
            Thread.onSpinWait();
        }
    }

    /** Asks, and waits for the answer. */
    void ask(String frame) {
        asked.add(frame);
        try {
            var unused = answers.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write() {
        try {
            while (true) {
                program.input().write((asked.take() + "\n").getBytes(StandardCharsets.UTF_8));
                program.input().flush();
            }
        } catch (IOException | InterruptedException e) {
            // The measurement is over.
            asked.clear();
        }
    }

    private void read() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(program.output(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                answers.add(line);
            }
        } catch (IOException e) {
            answers.clear();
        }
    }

    @Override
    public void close() {
        program.stop();
    }
}
