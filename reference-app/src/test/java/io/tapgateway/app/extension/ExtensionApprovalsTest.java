package io.tapgateway.app.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.zot.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtensionApprovalsTest {
    private Path extension;
    private ExtensionApprovals approvals;

    @BeforeEach
    void makeExtension(@TempDir Path directory) throws IOException {
        extension = Files.createDirectories(directory.toRealPath().resolve("guard"));
        approvals = ExtensionApprovals.in(new HomeDirectory(directory.resolve("home"), directory.resolve("copilot")));
        manifest("\"args\":[\"rules.txt\"]");
        write("run", "#!/bin/sh\n");
        write("rules.txt", "none");
        write("beside.txt", "anything");
    }

    private void write(String name, String text) throws IOException {
        Files.setPosixFilePermissions(
                Files.writeString(extension.resolve(name), text), PosixFilePermissions.fromString("rwx------"));
    }

    private void manifest(String more) throws IOException {
        write("extension.json", "{\"name\":\"guard\",\"exec\":\"./run\"," + more + "}");
    }

    private Manifest read() throws IOException {
        return Manifest.read(extension).orElseThrow();
    }

    @Test
    void Z025_an_approval_covers_the_manifest_and_the_files_that_the_command_names() throws Exception {
        assertThat(approvals.contain(read())).isFalse();
        approvals.add(read(), ExtensionApprovals.fingerprint(read()));
        assertThat(approvals.contain(read())).isTrue();
        assertThat(ExtensionApprovals.covered(read()))
                .containsExactlyInAnyOrder(extension.resolve("run"), extension.resolve("rules.txt"));

        write("beside.txt", "something else");
        manifest("\"args\":[\"rules.txt\"],\"enabled\":true");
        assertThat(approvals.contain(read())).isTrue();

        write("rules.txt", "all");
        assertThat(approvals.contain(read())).isFalse();
        write("rules.txt", "none");
        assertThat(approvals.contain(read())).isTrue();
        manifest("\"args\":[\"rules.txt\",\"--more\"]");
        assertThat(approvals.contain(read())).isFalse();
    }

    @Test
    void Z024_another_place_is_another_extension() throws Exception {
        approvals.add(read(), ExtensionApprovals.fingerprint(read()));
        Path copy = extension.resolveSibling("copy");
        Files.move(extension, copy);
        extension = copy;

        assertThat(approvals.contain(read())).isFalse();
    }

    @Test
    void Z025_it_covers_whatever_else_the_manifest_says() throws Exception {
        approvals.add(read(), ExtensionApprovals.fingerprint(read()));
        manifest("\"args\":[\"rules.txt\"],\"permissions\":[\"all\"]");
        assertThat(approvals.contain(read())).isFalse();

        manifest("\"args\":[\"rules.txt\"],\"enabled\":false");
        assertThat(approvals.contain(read())).isTrue();
    }
}
