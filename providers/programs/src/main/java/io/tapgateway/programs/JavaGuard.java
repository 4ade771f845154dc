package io.tapgateway.programs;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The guard of systems without a shell that it could rely on: this class as a program. It knows what a program has
 * started from the system's table of parents, so whatever lost its parent before the end is not found. Immutable.
 */
enum JavaGuard implements ProgramGuard {
    INSTANCE;

    private static final String OVER = "over";
    private static final String BESIDE = "beside";
    private static final String LINE = "line";
    private static final String NOTHING = "nothing";
    private static final int NOT_FOUND = 127;
    private static final int GRACE_SECONDS = 5;
    private static final int INPUT_GRACE_SECONDS = 2;

    @Override
    public List<String> over(List<String> program, String mark, boolean line) {
        List<String> command = guard(OVER, mark);
        command.add(line ? LINE : NOTHING);
        command.addAll(program);
        return command;
    }

    @Override
    public ProcessBuilder beside(String mark) {
        return new ProcessBuilder(guard(BESIDE, mark))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
    }

    @Override
    public List<String> apart(List<String> program) {
        return program;
    }

    @Override
    public String release() {
        return "";
    }

    /** A virtual machine as small as they are. */
    private static List<String> guard(String kind, String mark) {
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Xmx16m",
                "-cp",
                place(),
                JavaGuard.class.getName(),
                kind,
                mark));
    }

    private static String place() {
        try {
            return new File(JavaGuard.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .getPath();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the guard does not know where it lies", e);
        }
    }

    /** What runs as the guard; for the command lines made above. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals(OVER)) {
            List<String> program = List.of(arguments).subList(3, arguments.length);
            System.exit(guardOver(program, arguments[1], arguments[2].equals(LINE)));
        }
        guardBeside();
    }

    private static int guardOver(List<String> command, String mark, boolean line) throws Exception {
        String said = line ? firstLine() + "\n" : "";
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put(ProgramMark.VARIABLE, mark);
        Process program;
        try {
            program = builder.start();
        } catch (IOException e) {
            System.err.println(e.getMessage());
            return NOT_FOUND;
        }
        var unused = aside(() -> tell(program, said));
        CompletableFuture<Void> wish = aside(JavaGuard::awaitEndOfInput);
        CompletableFuture.anyOf(wish, program.onExit()).join();
        if (wish.isDone()) {
            end(program.toHandle(), GRACE_SECONDS);
        }
        return program.waitFor();
    }

    /** What may block is not waited for when everything else is over. */
    private static CompletableFuture<Void> aside(Runnable work) {
        return CompletableFuture.runAsync(work, task -> {
            Thread thread = new Thread(task, "tapgateway-guard");
            thread.setDaemon(true);
            thread.start();
        });
    }

    private static void guardBeside() throws IOException {
        String number = firstLine();
        boolean wanted = !firstLine().isEmpty();
        awaitEndOfInput();
        Optional<ProcessHandle> program =
                number.matches("[0-9]{1,18}") ? ProcessHandle.of(Long.parseLong(number)) : Optional.empty();
        program.ifPresent(found -> {
            List<ProcessHandle> started = found.descendants().toList();
            if (!hasEnded(found, wanted ? INPUT_GRACE_SECONDS : 0)) {
                end(found, 1);
            }
            started.forEach(ProcessHandle::destroyForcibly);
        });
    }

    /** Asks a program to end, and kills it and what it has started after that time. */
    private static void end(ProcessHandle program, int seconds) {
        List<ProcessHandle> started = program.descendants().toList();
        // First: a program that waits for what it has started would take its end for a reason to go on.
        program.destroy();
        started.forEach(ProcessHandle::destroy);
        if (!hasEnded(program, seconds)) {
            program.destroyForcibly();
        }
        started.forEach(ProcessHandle::destroyForcibly);
    }

    private static boolean hasEnded(ProcessHandle program, int seconds) {
        return program.onExit()
                .thenApply(ended -> true)
                .completeOnTimeout(false, seconds, TimeUnit.SECONDS)
                .join();
    }

    /** Whoever does not read it does not want it. */
    private static void tell(Process program, String line) {
        try (OutputStream input = program.getOutputStream()) {
            input.write(line.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // It has ended, or has closed its input.
            return;
        }
    }

    /** Byte by byte: what follows is nobody's. */
    private static String firstLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = System.in.read(); b >= 0 && b != '\n'; b = System.in.read()) {
            line.write(b);
        }
        return line.toString(StandardCharsets.UTF_8).stripTrailing();
    }

    private static void awaitEndOfInput() {
        try {
            var unused = System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // As good as its end.
            return;
        }
    }
}
