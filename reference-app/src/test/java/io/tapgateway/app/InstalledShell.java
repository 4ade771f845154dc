package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.text.ShellWord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A shell of somebody who has {@code tapgateway} on their path, for lines that were shown or copied. Immutable. */
final class InstalledShell {
    private final Path directory;
    private final Map<String, String> environment;

    /**
     * @param directory where it works, and where the program is put
     * @param environment besides the path
     */
    InstalledShell(Path directory, Map<String, String> environment) throws Exception {
        Path programs = Files.createDirectories(directory.resolve("bin"));
        String words =
                PackagedApp.ownersCommand().stream().map(ShellWord::quoted).collect(Collectors.joining(" "));
        Path launcher = Files.writeString(programs.resolve("tapgateway"), "#!/bin/sh\nexec " + words + " \"$@\"\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        Map<String, String> all = new HashMap<>(environment);
        all.put("PATH", programs + ":" + System.getenv("PATH"));
        this.directory = directory;
        this.environment = Map.copyOf(all);
    }

    /** Types a line, which has to succeed, and returns what it prints. */
    String type(String line) {
        try (RunningProgram shell = RunningProgram.start(directory, environment, List.of("sh", "-c", line))) {
            assertThat(shell.awaitExit(RunningProgram.PATIENCE))
                    .as(shell.printed())
                    .isZero();
            return shell.printed();
        }
    }
}
