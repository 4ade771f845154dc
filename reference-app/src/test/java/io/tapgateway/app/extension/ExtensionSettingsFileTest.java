package io.tapgateway.app.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.zot.ExtensionSettings;
import io.tapgateway.zot.Manifest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExtensionSettingsFileTest {
    private HomeDirectory home;
    private Path file;
    private Manifest guard;

    @BeforeEach
    void prepare(@TempDir Path directory) throws Exception {
        Path own = Files.createDirectory(
                directory.toRealPath().resolve("home"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        home = new HomeDirectory(own, directory.resolve("copilot"));
        file = own.resolve(ExtensionSettingsFile.NAME);
        Path extension = Files.createDirectory(directory.toRealPath().resolve("guard"));
        Files.writeString(extension.resolve(Manifest.FILE), "{\"name\":\"my guard\",\"exec\":\"x\"}");
        guard = Manifest.read(extension).orElseThrow();
    }

    private ExtensionSettingsFile said(String json) throws Exception {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, json);
        return ExtensionSettingsFile.in(home);
    }

    @Test
    void nothing_is_said_without_a_file() throws Exception {
        assertThat(ExtensionSettingsFile.in(home).of(guard)).isEqualTo(ExtensionSettings.STANDARD);
    }

    @Test
    void Z019_Z029_Z053_Z067_what_is_said_about_one_is_found_by_its_name() throws Exception {
        String one =
                "{\"failOpen\":true,\"failClosed\":true,\"required\":true,\"toolTimeoutMs\":100,\"helloMs\":120000,"
                        + "\"pass\":[\"MY_KEY\"]}";
        ExtensionSettings all = new ExtensionSettings(
                true, true, true, Duration.ofMillis(100), Duration.ofMinutes(2), Set.of("MY_KEY"));

        assertThat(said("{\"extensions\":{\"My guard\":" + one + "}}").of(guard))
                .isEqualTo(all);
        assertThat(said("{\"extensions\":{\"my-guard\":" + one + "}}").of(guard))
                .isEqualTo(all);
        assertThat(said("{\"extensions\":{\"other\":" + one + "}}").of(guard)).isEqualTo(ExtensionSettings.STANDARD);
        assertThat(said("{\"extensions\":{\"other\":" + one + "}}").required()).containsExactly("other");
    }

    @Test
    void Z077_tools_have_other_names_for_extensions() throws Exception {
        assertThat(said("{\"toolNames\":{\"shell\":\"bash\"}}").toolNames()).containsEntry("shell", "bash");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"extensions\":{\"a\":{\"failopen\":true}}}",
                "{\"toolnames\":{}}",
                "{\"extensions\":{\"a\":{\"failOpen\":\"yes\"}}}",
                "{\"extensions\":{\"a\":{\"toolTimeoutMs\":99}}}",
                "{\"extensions\":{\"a\":{\"toolTimeoutMs\":600001}}}",
                "{\"extensions\":{\"a\":{\"helloMs\":120001}}}",
                "{\"extensions\":{\"a\":{\"pass\":[\"TAP_TOKEN\"]}}}",
                "{\"extensions\":{\"a\":{\"pass\":[\"copilot_home\"]}}}",
                "{\"extensions\":{\"a\":{\"pass\":[\"A=B\"]}}}",
                "{\"toolNames\":{\"shell\":\"no name\"}}",
                "[]",
                "{"
            })
    void Z019_what_is_not_understood_is_refused(String json) {
        assertThatThrownBy(() -> said(json)).isInstanceOf(Problem.class).hasMessageContaining("extensions.json");
    }

    @Test
    void Z019_fifty_variables_are_passed_and_not_one_more() throws Exception {
        assertThat(said(passing(ExtensionSettingsFile.MAX_PASSED)).of(guard).pass())
                .hasSize(50);
        assertThatThrownBy(() -> said(passing(ExtensionSettingsFile.MAX_PASSED + 1)))
                .hasMessageContaining("at most 50");
    }

    private static String passing(int count) {
        return "{\"extensions\":{\"my guard\":{\"pass\":["
                + IntStream.range(0, count).mapToObj(i -> "\"V" + i + "\"").collect(Collectors.joining(",")) + "]}}}";
    }

    @Test
    void Z077_fifty_tools_have_other_names_and_not_one_more() throws Exception {
        assertThat(said(renaming(ExtensionSettingsFile.MAX_TOOL_NAMES)).toolNames())
                .hasSize(50);
        assertThatThrownBy(() -> said(renaming(ExtensionSettingsFile.MAX_TOOL_NAMES + 1)))
                .hasMessageContaining("at most 50");
    }

    private static String renaming(int count) {
        return "{\"toolNames\":{"
                + IntStream.range(0, count)
                        .mapToObj(i -> "\"t" + i + "\":\"b\"")
                        .collect(Collectors.joining(",")) + "}}";
    }

    @Test
    void the_file_has_64_KiB_at_most() throws Exception {
        assertThat(said(ofBytes(ExtensionSettingsFile.MAX_BYTES)).toolNames()).isEmpty();
        assertThatThrownBy(() -> said(ofBytes(ExtensionSettingsFile.MAX_BYTES + 1)))
                .hasMessageContaining("more than 65536 bytes");
    }

    private static String ofBytes(int count) {
        return "{" + " ".repeat(count - 2) + "}";
    }

    @Test
    void Z110_Z111_what_is_said_is_written_for_this_user_only_and_taken_back() throws Exception {
        ExtensionSettingsFile.in(home).change(guard, it -> it.withFailOpen(true).withPass(Set.of("B", "A")));
        ExtensionSettingsFile.in(home).change(guard, it -> it.withRequired(true));

        assertThat(file)
                .content()
                .isEqualTo(
                        "{\"extensions\":{\"my-guard\":{\"failOpen\":true,\"required\":true,\"pass\":[\"A\",\"B\"]}},"
                                + "\"toolNames\":{}}\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        ExtensionSettingsFile.in(home).remove(guard);
        assertThat(ExtensionSettingsFile.in(home).of(guard)).isEqualTo(ExtensionSettings.STANDARD);
    }
}
