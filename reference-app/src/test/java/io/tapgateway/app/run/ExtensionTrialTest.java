package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.extension.ExtensionSource;
import io.tapgateway.app.extension.ExtensionStatus;
import io.tapgateway.app.home.HomeDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ExtensionTrialTest {
    @TempDir
    private Path directory;

    private Path extension(String name, String script) throws Exception {
        Path made = Files.createDirectories(directory.toRealPath().resolve(name));
        Path program = Files.writeString(made.resolve("run"), script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(made.resolve("extension.json"), "{\"name\":\"" + name + "\",\"exec\":\"./run\"}");
        return made;
    }

    @Test
    void Z114_extensions_are_started_for_a_moment_and_none_of_them_runs_afterwards() throws Exception {
        Path good = extension("good", """
                #!/bin/sh
                echo '{"type":"hello","name":"good"}'
                echo '{"type":"register_tool","name":"read"}'
                echo '{"type":"ready"}'
                cat > /dev/null
                """);
        Path bad = extension("bad", "#!/bin/sh\nexit 4\n");

        List<ExtensionStatus> all = ExtensionTrial.run(
                new HomeDirectory(directory.resolve("home"), directory.resolve("copilot")),
                directory,
                ExtensionSource.ofDirectories(List.of(good, bad)));

        assertThat(all).extracting(ExtensionStatus::state).containsExactly("ready", "failed");
        assertThat(all.get(0).view().orElseThrow().readyMillis()).isPresent();
        assertThat(all.get(1).view().orElseThrow().exitCode()).hasValue(4);
        assertThat(ProcessHandle.of(all.get(0).view().orElseThrow().pid().orElseThrow()))
                .isEmpty();
    }
}
