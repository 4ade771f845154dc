package io.tapgateway.zot;

import static io.tapgateway.zot.Extensions.outcome;
import static io.tapgateway.zot.Extensions.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.ContentBlock;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tools of extensions: how they are registered and called. At a real gateway; the programs do as the test says, and the
 * extensions' time is virtual.
 */
class ExtensionToolsTest {
    private final Extensions extensions = new Extensions();

    @AfterEach
    void closeAll() {
        extensions.close();
    }

    private ScriptedExtension program() {
        return extensions.newest();
    }

    @Test
    void Z053_Z117_a_call_has_a_minute_or_what_its_user_says_and_ten_minutes_where_a_person_is_asked() {
        extensions.ready(tool("read"), "{\"type\":\"register_tool\",\"name\":\"ask\",\"interactive\":true}");
        extensions.until(() -> extensions.tools().size() == 2);

        assertThat(timeout("read")).isEqualTo(60_000);
        assertThat(timeout("ask")).isEqualTo(600_000);
    }

    @Test
    void Z053_its_user_may_say_how_long_a_call_takes() {
        extensions.ready(
                new ExtensionSettings(
                        false, false, false, ExtensionSettings.SHORTEST, ExtensionSettings.HELLO, Set.of()),
                tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));

        assertThat(timeout("read")).isEqualTo(100);
    }

    private long timeout(String name) {
        return extensions.session.tool(name).orElseThrow().timeout().toMillis();
    }

    @Test
    void Z117_where_no_person_is_a_tool_that_asks_one_is_not_called() throws Exception {
        extensions.ready("{\"type\":\"register_tool\",\"name\":\"ask\",\"interactive\":true}");
        extensions.until(() -> extensions.tools().equals(List.of("ask")));
        CallHandle alone = extensions.call("ask");
        assertThat(((ToolOutcome.Failure) outcome(alone)).error()).contains("needs a person");
        assertThat(program().heard("tool_call")).isEmpty();

        extensions.sitDown();

        assertThat(extensions.answered(extensions.call("ask"), "\"content\":[]"))
                .contains("no content");
    }

    @Test
    void Z052_tools_are_there_with_the_trust_of_a_program_and_calls_carry_arguments_and_text() throws Exception {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));

        CallHandle call = extensions.call("read");

        assertThat(extensions.answered(
                        call,
                        "\"content\":[{\"type\":\"text\",\"text\":\"one\"},{\"type\":\"text\",\"text\":\"two\"}]"))
                .isEqualTo("\"one\\ntwo\"");
        assertThat(extensions.session.tools()).extracting(RegisteredTool::trust).containsOnly(TrustLevel.PROJECT);
        assertThat(program().heard("tool_call").get(0).json())
                .isEqualTo("{\"type\":\"tool_call\",\"id\":\"t-1\",\"name\":\"read\",\"args\":{}}");
    }

    @Test
    void Z056_nothing_is_said_to_be_nothing() throws Exception {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));

        assertThat(extensions.answered(extensions.call("read"), "\"content\":[]"))
                .isEqualTo("\"(no content)\"");
    }

    @Test
    void Z056_a_picture_makes_content() throws Exception {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));
        CallHandle call = extensions.call("read");

        extensions.answered(call, "\"content\":[{\"type\":\"image\",\"mime_type\":\"image/png\",\"data\":\"AAAA\"}]");

        assertThat(((ToolOutcome.Content) outcome(call)).content().blocks())
                .singleElement()
                .isInstanceOfSatisfying(
                        ContentBlock.Media.class,
                        image -> assertThat(image.mimeType()).isEqualTo("image/png"));
    }

    @Test
    void Z057_a_picture_that_is_none_fails_the_call() throws Exception {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));

        assertThat(extensions.answered(
                        extensions.call("read"),
                        "\"content\":[{\"type\":\"image\",\"mime_type\":\"image/png\",\"data\":\"no\"}]"))
                .contains("base64");
    }

    @Test
    void Z058_an_error_of_the_tool_is_a_failure_of_the_call() throws Exception {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));
        CallHandle call = extensions.call("read");

        assertThat(extensions.answered(
                        call, "\"content\":[{\"type\":\"text\",\"text\":\"no disk\"}],\"is_error\":true"))
                .isEqualTo("no disk");
        assertThat(outcome(call).failedWith(ToolErrorCode.INTERNAL)).isTrue();
    }

    @Test
    void Z058_a_result_ahead_of_the_end_counts() throws Exception {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));
        CallHandle call = extensions.call("read");
        extensions.untilHeard("tool_call", 1);

        program().says("{\"type\":\"tool_result\",\"id\":\"t-1\",\"content\":[{\"type\":\"text\",\"text\":\"last\"}]}");
        program().ends(1);

        assertThat(outcome(call).ok()).isTrue();
    }

    @Test
    void Z047_an_answer_to_nothing_is_inert() throws Exception {
        Extension extension = extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));

        program().says("{\"type\":\"tool_result\",\"id\":\"t-9\",\"content\":[]}");

        assertThat(extensions.answered(extensions.call("read"), "\"content\":[]"))
                .isEqualTo("\"(no content)\"");
        assertThat(extension.view().problems()).isEmpty();
    }

    @Test
    void Z043_an_answer_that_cannot_be_read_ends_its_call() throws Exception {
        Extension extension = extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));

        assertThat(extensions.answered(extensions.call("read"), "\"content\":7"))
                .contains("cannot be read");
        extensions.time.pass(ExtensionProvider.DEBOUNCE);
        program().says(tool("write"));
        extensions.until(() -> extensions.tools().contains("write"));
        assertThat(extension.view().problems()).singleElement().asString().contains("'tool_result'", "/content");
    }

    @Test
    void Z055_who_cancels_a_call_has_the_extension_told_once() throws Exception {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));
        CallHandle call = extensions.call("read");
        extensions.untilHeard("tool_call", 1);

        call.cancel();

        extensions.untilHeard("tool_cancel", 1);
        assertThat(program().idOf("tool_cancel")).isEqualTo(program().idOf("tool_call"));
        assertThat(outcome(call).failedWith(ToolErrorCode.CANCELLED)).isTrue();
    }

    @Test
    void Z048_a_hundred_tools_are_had_and_the_next_one_is_a_problem() {
        String[] frames = IntStream.rangeClosed(0, ZotLimit.TOOLS.most())
                .mapToObj(i -> tool("t" + i))
                .toArray(String[]::new);

        Extension extension = extensions.ready(frames);

        extensions.until(() -> extensions.tools().size() == ZotLimit.TOOLS.most());
        assertThat(extension.view().problems())
                .containsExactly("it has 100 tools already, so not 't" + ZotLimit.TOOLS.most() + "'");
    }

    @Test
    void Z048_a_name_has_64_characters_at_most() {
        Extension extension = extensions.ready(tool("n".repeat(64)), tool("n".repeat(65)));

        extensions.until(() -> extensions.tools().equals(List.of("n".repeat(64))));
        assertThat(extension.view().problems()).singleElement().asString().contains("n".repeat(65));
    }

    @Test
    void Z049_a_tool_needs_a_name_and_a_schema_that_can_be_had_and_no_description() {
        Extension extension = extensions.ready(
                "{\"type\":\"register_tool\",\"name\":\"with space\"}",
                "{\"type\":\"register_tool\",\"name\":\"typed\",\"schema\":{\"type\":\"string\"}}",
                "{\"type\":\"register_tool\",\"name\":\"plain\"}");

        extensions.until(() -> extensions.tools().equals(List.of("plain")));
        assertThat(extensions.session.tools().get(0).description()).isEqualTo("Tool of the extension demo.");
        assertThat(extension.view().problems()).hasSize(2);
    }

    @Test
    void Z050_a_name_that_is_registered_again_is_the_newer_tool() {
        Extension extension = extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));

        program().says("{\"type\":\"register_tool\",\"name\":\"read\",\"description\":\"Reads better\"}");

        extensions.untilWithin(
                ExtensionProvider.DEBOUNCE,
                () -> extensions
                        .session
                        .tool("read")
                        .orElseThrow()
                        .description()
                        .equals("Reads better"));
        assertThat(extensions.tools()).containsExactly("read");
        assertThat(extension.view().problems()).isEmpty();
    }

    @Test
    void Z059_a_result_has_the_name_of_the_extension_and_its_trust() throws Exception {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));
        CallHandle call = extensions.call("read");

        extensions.answered(call, "\"content\":[]");

        assertThat(outcome(call)).isInstanceOfSatisfying(ToolOutcome.Success.class, success -> {
            assertThat(success.provenance().provider().value()).isEqualTo("demo");
            assertThat(success.provenance().trust()).isEqualTo(TrustLevel.PROJECT);
        });
    }

    @Test
    void Z051_a_name_that_is_taken_costs_that_tool_only() {
        LocalProviderTransport.attach(
                        extensions.gateway,
                        extensions.session.info().id(),
                        Provider.named("other")
                                .tool("read", "Reads", Schema.object(), call -> "other")
                                .build())
                .whenBound()
                .toCompletableFuture()
                .join();

        Extension extension = extensions.ready(tool("read"), tool("write"));

        extensions.until(() -> extensions.tools().contains("write"));
        assertThat(extensions.tools()).containsExactlyInAnyOrder("read", "write");
        extensions.until(() -> extension.view().tools().size() == 1);
        assertThat(extension.view().problems()).singleElement().asString().contains("'read'", "cannot be had");
    }

    @Test
    void Z037_what_is_registered_later_comes_within_a_second() {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));

        program().says(tool("write"), tool("list"), "{\"type\":\"notify\",\"message\":\"done\"}");
        extensions.until(() -> extensions.notes.contains("INFO done"));
        extensions.time.pass(ExtensionProvider.DEBOUNCE);

        extensions.until(() -> extensions.tools().size() == 3);
    }

    @Test
    void Z116_a_tool_for_whom_later_versions_know_is_had_and_one_for_others_is_not() {
        Extension extension = extensions.ready(
                "{\"type\":\"register_tool\",\"name\":\"later\",\"exposure\":\"deferred\"}",
                "{\"type\":\"register_tool\",\"name\":\"never\",\"exposure\":\"martians\"}");

        extensions.until(() -> extensions.tools().equals(List.of("later")));
        assertThat(extension.view().problems()).singleElement().asString().contains("'never'", "'martians'");
    }

    @Test
    void Z054_more_calls_than_256_wait() throws Exception {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));
        for (int i = 0; i < ZotLimit.CALLS_IN_FLIGHT.most(); i++) {
            extensions.call("read");
        }
        CallHandle next = extensions.call("read");
        extensions.untilHeard("tool_call", ZotLimit.CALLS_IN_FLIGHT.most());

        program().says("{\"type\":\"tool_result\",\"id\":\"t-7\",\"content\":[]}");
        extensions.untilHeard("tool_call", ZotLimit.CALLS_IN_FLIGHT.most() + 1);
        program()
                .says("{\"type\":\"tool_result\",\"id\":\"t-" + (ZotLimit.CALLS_IN_FLIGHT.most() + 1)
                        + "\",\"content\":[]}");

        assertThat(outcome(next).ok()).isTrue();
    }
}
