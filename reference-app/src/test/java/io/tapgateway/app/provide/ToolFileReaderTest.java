package io.tapgateway.app.provide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tapgateway.app.home.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolFileReaderTest {
    @TempDir
    private Path directory;

    @Test
    void L008_a_file_describes_several_tools() throws Exception {
        Path workspace = directory.toRealPath();
        Files.createDirectory(workspace.resolve("docs"));
        ToolFileReader.Content content = ToolFileReader.read(file("""
                {"name": "repo", "tools": [
                  {"name": "find_text", "description": "Finds text", "command": ["git", "grep", "-n", "{pattern}"]},
                  {"name": "count", "description": "Counts", "command": ["wc", "{unit}", "x"], "cwd": "docs",
                   "env": {"LANG": "C"}, "timeout": "2m", "result": "json",
                   "parameters": {"type": "object", "properties": {"unit": {"enum": ["words", "lines"]}}}}]}
                """));

        assertThat(content.provider()).contains("repo");
        assertThat(content.tools())
                .satisfiesExactly(
                        first -> {
                            assertThat(first.definition().parameters().json())
                                    .isEqualTo(
                                            "{\"type\":\"object\",\"properties\":{\"pattern\":{\"type\":\"string\"}},"
                                                    + "\"required\":[\"pattern\"]}");
                            assertThat(first.command().directory()).isEqualTo(workspace);
                            assertThat(first.json()).isFalse();
                        },
                        second -> {
                            assertThat(second.definition().timeoutMillis()).hasValue(120_000);
                            assertThat(second.command().directory()).isEqualTo(workspace.resolve("docs"));
                            assertThat(second.command().environment()).containsEntry("LANG", "C");
                            assertThat(second.json()).isTrue();
                        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{                                | is no JSON: ",
                "[]                               | is not what it should be: must be an object.",
                "{}                               | is not what it should be: /tools: is required.",
                "{\"tools\":[]}                   | is not what it should be: /tools: must list a tool.",
                "{\"tools\":[],\"x\":1}           | is not what it should be: /x: is not known here.",
                "{\"tools\":[{}]}                 | is not what it should be: /tools/0/name: is required.",
                "{\"tools\":[{\"name\":\"a b\",\"description\":\"x\",\"command\":[\"x\"]}]} | is not what it should be: /tools/0: tool name ",
                "{\"tools\":[{\"name\":\"a\",\"description\":\" \",\"command\":[\"x\"]}]} | is not what it should be: /tools/0/description: a tool needs a description.",
                "{\"tools\":[{\"name\":\"a\",\"description\":\"x\",\"command\":[]}]} | is not what it should be: /tools/0/command: must begin with a program.",
                "{\"tools\":[{\"name\":\"a\",\"description\":\"x\",\"command\":[\"{x}\"]}]} | is not what it should be: /tools/0/command: must name its program",
                "{\"tools\":[{\"name\":\"a\",\"description\":\"x\",\"command\":[\"x\",\"{y}\"],\"parameters\":{}}]} | is not what it should be: /tools/0/command: has a place {y} ",
                "{\"tools\":[{\"name\":\"a\",\"description\":\"x\",\"command\":[\"x\"],\"timeout\":\"11m\"}]} | is not what it should be: /tools/0/timeout: must be at most 10m.",
                "{\"tools\":[{\"name\":\"a\",\"description\":\"x\",\"command\":[\"x\"],\"cwd\":\"..\"}]} | is not what it should be: /tools/0/cwd: leads out of ",
                "{\"tools\":[{\"name\":\"a\",\"description\":\"x\",\"command\":[\"x\"]},{\"name\":\"a\",\"description\":\"x\",\"command\":[\"x\"]}]} | is not what it should be: /tools/1/name: is there twice.",
            })
    void L008_whatever_is_wrong_with_a_file_is_named_with_its_place(String text, String sentence) throws Exception {
        Path file = file(text);

        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> ToolFileReader.read(file))
                .withMessageStartingWith(file + " " + sentence);
    }

    @Test
    void a_file_has_a_MiB_at_most() throws Exception {
        Path file = file(" ".repeat(ProvideLimits.FILE_BYTES) + "{}");

        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> ToolFileReader.read(file))
                .withMessage(file + " is larger than 1048576 bytes.");
    }

    private Path file(String text) throws Exception {
        return Files.writeString(directory.resolve("tools.json"), text);
    }
}
