package io.tapgateway.link.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.host.BrokenLink;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.AgentWindow;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.user.Withdrawal;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HostMessageJsonTest {
    @Test
    void M061_a_window_brings_variables_along_which_nobody_sees_in_a_log() throws Exception {
        HostMessage.Open open = open(Map.of("TOKEN", Secret.of("hidden")));

        JsonValue written = HostMessageJson.write(open);
        HostMessage read = HostMessageJson.read(written);

        assertThat(written.json()).contains("\"variables\":{\"TOKEN\":\"hidden\"}");
        assertThat(HostMessageJson.write(read).json()).isEqualTo(written.json());
        assertThat(read.toString()).contains("TOKEN").doesNotContain("hidden");
        assertThat(HostMessageJson.write(open(Map.of())).json()).doesNotContain("variables");
    }

    @Test
    void M061_a_window_with_too_many_variables_is_none() {
        String many = IntStream.rangeClosed(0, AgentWindow.MAX_VARIABLES)
                .mapToObj(i -> "\"V" + i + "\":\"v\"")
                .collect(Collectors.joining(",", "{", "}"));
        String text =
                "{\"type\":\"session.open\",\"id\":1,\"session\":{\"id\":\"abc\"},\"window\":{\"pid\":1,\"variables\":"
                        + many + "}}";

        assertThatThrownBy(() -> HostMessageJson.read(JsonValue.parse(text))).isInstanceOf(BrokenLink.class);
    }

    @Test
    void U102_a_question_that_is_taken_back_without_a_word_is_not_wanted_any_more() throws Exception {
        String former = "{\"type\":\"user.withdraw\",\"session\":\"abc\",\"asked\":7}";
        HostMessage.Withdraw wordless = new HostMessage.Withdraw(new SessionId("abc"), 7, Withdrawal.ASKER);
        HostMessage.Withdraw interrupted = new HostMessage.Withdraw(new SessionId("abc"), 7, Withdrawal.INTERRUPTED);

        assertThat(HostMessageJson.read(JsonValue.parse(former))).isEqualTo(wordless);
        assertThat(HostMessageJson.write(wordless).json()).isEqualTo(former);
        assertThat(HostMessageJson.read(HostMessageJson.write(interrupted))).isEqualTo(interrupted);
    }

    @Test
    void W061_a_call_says_of_which_run_it_is_part() throws Exception {
        String text =
                "{\"type\":\"tool.call\",\"id\":1,\"session\":\"abc\",\"tool\":\"greet\",\"args\":{},\"run\":\"%s\"}";
        String fitting = text.formatted("r".repeat(CallOptions.MOST_OF_RUN));

        HostMessage.Call read = (HostMessage.Call) HostMessageJson.read(JsonValue.parse(fitting));

        assertThat(read.options().run()).contains("r".repeat(CallOptions.MOST_OF_RUN));
        assertThat(HostMessageJson.write(read).json()).isEqualTo(fitting);
        assertThatThrownBy(() ->
                        HostMessageJson.read(JsonValue.parse(text.formatted("r".repeat(CallOptions.MOST_OF_RUN + 1)))))
                .isInstanceOf(BrokenLink.class);
    }

    @Test
    void M011_a_guest_says_in_which_session_it_takes_part() throws Exception {
        String text = "{\"type\":\"session.attach\",\"id\":1,\"session\":\"abc\"}";

        HostMessage read = HostMessageJson.read(JsonValue.parse(text));

        assertThat(read).isEqualTo(new HostMessage.Attach(1, new SessionId("abc")));
        assertThat(HostMessageJson.write(read).json()).isEqualTo(text);
    }

    @Test
    void M023_a_call_brings_along_what_its_host_adds() throws Exception {
        String plain = "{\"type\":\"tool.call\",\"id\":1,\"session\":\"abc\",\"tool\":\"greet\",\"args\":{}";
        String text = plain + ",\"additions\":{\"tracestate\":\"a=b\"}}";

        HostMessage.Call read = (HostMessage.Call) HostMessageJson.read(JsonValue.parse(text));

        assertThat(read.options().additions().map(JsonValue::json)).contains("{\"tracestate\":\"a=b\"}");
        assertThat(HostMessageJson.write(read).json()).isEqualTo(text);
        assertThat(((HostMessage.Call) HostMessageJson.read(JsonValue.parse(plain + "}")))
                        .options()
                        .additions())
                .isEmpty();
        assertThatThrownBy(() -> HostMessageJson.read(JsonValue.parse(plain + ",\"additions\":[]}")))
                .isInstanceOf(BrokenLink.class);
    }

    private static HostMessage.Open open(Map<String, Secret> variables) {
        return new HostMessage.Open(
                1,
                SessionInfo.of("abc", "Abc", Path.of("/code")),
                Optional.empty(),
                Optional.of(new AgentWindow(1, Set.of(), variables)),
                true,
                true);
    }
}
