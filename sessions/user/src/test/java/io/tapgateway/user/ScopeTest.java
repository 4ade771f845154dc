package io.tapgateway.user;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScopeTest {
    private static ApprovalRequest request(String tool, Map<String, ?> args, boolean dangerous) {
        return new ApprovalRequest(
                tool,
                new ProviderName("host"),
                JsonValue.of(args),
                List.of(new ApprovalRequest.Source(new ProviderName("ci"), TrustLevel.PROJECT, "Sure?")),
                dangerous);
    }

    private static ApprovalRequest shell(String command) {
        return request("shell", Map.of("command", command), false);
    }

    private static ApprovalRequest write(String path) {
        return request("write", Map.of("file_path", path, "content", "…"), false);
    }

    private static List<String> texts(ApprovalRequest request) {
        return Scope.of(request).stream().map(Scope::text).toList();
    }

    @Test
    void U106_a_tool_that_takes_no_command_may_be_permitted_as_a_whole() {
        ApprovalRequest greet = request("greet", Map.of("name", "Ada"), false);

        assertThat(texts(greet)).containsExactly("any use of 'greet'");
        assertThat(Scope.of(greet).get(0).covers(request("greet", Map.of("name", "Bob"), false)))
                .isTrue();
        assertThat(Scope.of(greet).get(0).covers(request("meet", Map.of(), false)))
                .isFalse();
    }

    @Test
    void U106_what_is_dangerous_is_approved_one_by_one_whatever_was_said_before() {
        assertThat(Scope.of(request("greet", Map.of(), true))).isEmpty();
        assertThat(Scope.of(request("greet", Map.of(), false)).get(0).covers(request("greet", Map.of(), true)))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "git push          | true",
                "git   push  x     | true",
                "git push --force  | true",
                "git pushy         | false",
                "git pull          | false",
                "git               | false",
                "git push; ls      | false",
                "git push & ls     | false",
                "git push && ls    | false",
                "git push > x      | false",
                "git push < x      | false",
                "git push $(ls)    | false",
                "git push $X       | false",
                "git push `ls`     | false",
                "git 'push'        | false",
            })
    void U106_commands_are_permitted_by_whole_words_and_never_if_they_may_be_several(String command, boolean covered) {
        Scope scope = Scope.of(shell("git push origin")).get(0);

        assertThat(scope.text()).isEqualTo("'shell' with commands that begin with 'git push'");
        assertThat(scope.covers(shell(command))).isEqualTo(covered);
        assertThat(scope.covers(shell("git push\nls"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash -c 'rm -rf x'", "ls", "", "a\nb", "git push | sh", "\"git\" push"})
    void U106_nothing_but_the_very_command_is_offered_where_its_beginning_says_too_little(String command) {
        assertThat(Scope.of(shell(command))).isEmpty();
    }

    @Test
    void U106_another_argument_beside_the_command_has_to_be_the_same() {
        ApprovalRequest here = request("shell", Map.of("command", "npm test", "cwd", "/a"), false);

        assertThat(Scope.of(here).get(0).covers(here)).isTrue();
        assertThat(Scope.of(here).get(0).covers(request("shell", Map.of("command", "npm test", "cwd", "/b"), false)))
                .isFalse();
        assertThat(Scope.of(here).get(0).covers(shell("npm test"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "/code/foo/src/B.java,    true",
        "/code/foo/src/sub/C.java, true",
        "/code/foo/srcs/B.java,   false",
        "/code/foo/src/../x,      false",
        "/code/foo/src/./x,       false",
        "/code/foo/src//x,        false",
        "/code/foo/src/..,        false",
        "code/foo/src/x,          false",
        "/code/foo/A.java,        false"
    })
    void U106_files_are_permitted_below_a_directory_as_their_paths_are_written(String path, boolean covered) {
        Scope scope = Scope.of(write("/code/foo/src/A.java")).get(0);

        assertThat(scope.text()).isEqualTo("'write' below /code/foo/src/");
        assertThat(scope.covers(write(path))).isEqualTo(covered);
    }

    @Test
    void U106_no_directory_is_offered_for_two_paths_or_for_the_root() {
        assertThat(texts(write("/x"))).containsExactly("any use of 'write'");
        assertThat(texts(request("move", Map.of("path", "/a/b", "file_path", "/a/c"), false)))
                .containsExactly("any use of 'move'");
    }
}
