package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tapgateway.app.connect.AgentPackages;
import io.tapgateway.testkit.ThoroughOnly;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bundle of the server, before the tool of those who have made the format. */
@Needs({Installed.NPM, Installed.NODE})
class McpBundleIT {
    private static final String TOOL = "@anthropic-ai/mcpb";
    private static final Path INSTALLED = PackagedApp.MODULE.resolve("target/agents/mcpb-2.1.2");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    @Test
    @ThoroughOnly("It fetches the tool.")
    void G040_the_bundle_is_valid_and_starts_the_program_that_is_installed() throws Exception {
        install();
        new AgentPackages("1.2.3").writeTo(directory);
        Path unpacked = directory.resolve("unpacked");

        assertThat(mcpb("info", directory.resolve("tapgateway.mcpb").toString()))
                .contains("tapgateway.mcpb");
        mcpb("unpack", directory.resolve("tapgateway.mcpb").toString(), unpacked.toString());
        mcpb("validate", unpacked.resolve("manifest.json").toString());
        assertThat(mcpb(
                        "pack",
                        unpacked.toString(),
                        directory.resolve("again.mcpb").toString()))
                .contains("tapgateway@1.2.3");
        Path program = Files.createDirectories(directory.resolve(".local/bin")).resolve("tapgateway");
        Files.writeString(program, "#!/bin/sh\necho \"started with $*\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));

        assertThat(done(List.of("sh", unpacked.resolve("server/tapgateway.sh").toString(), "mcp")))
                .isEqualTo("started with mcp\n");
    }

    private static void install() throws Exception {
        if (!Files.exists(INSTALLED.resolve("node_modules/.package-lock.json"))) {
            Files.createDirectories(INSTALLED);
            Files.writeString(INSTALLED.resolve("package.json"), "{}");
            Interpreter.npm(INSTALLED, "install", "--ignore-scripts", TOOL + "@2.1.2")
                    .ifPresent(why -> abort(why));
        }
    }

    private String mcpb(String... words) {
        List<String> command = new ArrayList<>(List.of(
                Installed.NODE.path(),
                INSTALLED
                        .resolve("node_modules")
                        .resolve(TOOL)
                        .resolve("dist/cli/cli.js")
                        .toString()));
        command.addAll(List.of(words));
        return done(command);
    }

    private String done(List<String> command) {
        try (RunningProgram program = RunningProgram.start(directory, Map.of("PATH", "/usr/bin:/bin"), command)) {
            assertThat(program.awaitExit(PATIENCE)).as(program.printed()).isZero();
            return program.printed();
        }
    }
}
