package io.tapgateway.benchmarks.load;

import io.tapgateway.programs.Command;
import io.tapgateway.programs.InteractiveProcess;
import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.programs.ProgramEnvironment;
import io.tapgateway.programs.ProgramOutput;
import io.tapgateway.runtime.thread.DaemonThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A program that answers in lines, without a gateway: one thread writes, one reads, and who asks waits for the answer.
 * Confined to one thread, but for these two.
 */
public final class EchoProcess implements AutoCloseable {
    private final LinkedBlockingQueue<String> asked = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final InteractiveProgram program;

    public EchoProcess(InteractiveProgram program) {
        this.program = program;
        DaemonThreads.named("echo-write").newThread(this::write).start();
        DaemonThreads.named("echo-read").newThread(this::read).start();
    }

    /** Starts a class of the benchmarks as a program; what it says of itself is printed. */
    public static InteractiveProgram program(Class<?> main) throws IOException {
        return program(List.of(), main.getName());
    }

    /**
     * The same with options of Java.
     *
     * @param command the name of the class, and what it is given
     */
    public static InteractiveProgram program(List<String> options, String... command) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(options);
        words.addAll(List.of("-cp", System.getProperty("java.class.path")));
        words.addAll(List.of(command));
        return InteractiveProcess.start(
                command[0],
                new Command(words, Path.of("").toAbsolutePath(), Map.of()),
                ProgramEnvironment.of(System.getenv(), Set.of()),
                new Nowhere());
    }

    /** Standard error. */
    private static final class Nowhere implements ProgramOutput {
        @Override
        public void write(byte[] bytes, int length) {
            System.err.write(bytes, 0, length);
        }

        @Override
        public void close() {}
    }

    /** Waits until the program has said that by itself. */
    public EchoProcess await(String word) throws InterruptedException {
        while (!answers.take().contains(word)) {
            Thread.onSpinWait();
        }
        return this;
    }

    /** Says something that is not answered. */
    public void tell(String frame) {
        asked.add(frame);
    }

    /** Asks, and waits for the answer. */
    public void ask(String frame) {
        ask(frame, "");
    }

    /** Asks, and waits until the program says something with that in it. */
    public void ask(String frame, String word) {
        tell(frame);
        try {
            var unused = await(word);
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
