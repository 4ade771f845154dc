package io.tapgateway.link.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayNoticeJsonTest {
    private static final SessionId SESSION = new SessionId("main");

    @ParameterizedTest
    @ValueSource(strings = {"", ",\"progress\":0.5", ",\"progress\":3,\"total\":10"})
    void M023_a_report_says_how_far_it_is_in_numbers_if_its_provider_counts(String amount) throws Exception {
        String text = "{\"type\":\"call.progress\",\"session\":\"main\",\"call\":\"c\",\"seq\":1,\"text\":\"t\""
                + amount + "}";

        GatewayNotice.Progress read = (GatewayNotice.Progress) GatewayNoticeJson.read(JsonValue.parse(text));

        assertThat(read.progress().amount().isPresent()).isEqualTo(!amount.isEmpty());
        assertThat(GatewayNoticeJson.write(read).json()).isEqualTo(text);
    }

    @Test
    void M012_who_is_on_the_way_is_said_as_a_flag_and_nobody_is_without_it() throws Exception {
        GatewayNotice some = new GatewayNotice.ProvidersExpected(SESSION, true);
        GatewayNotice none = new GatewayNotice.ProvidersExpected(SESSION, false);

        JsonValue writtenSome = GatewayNoticeJson.write(some);
        JsonValue writtenNone = GatewayNoticeJson.write(none);

        assertThat(writtenSome.json())
                .isEqualTo("{\"type\":\"providers.expected\",\"session\":\"main\",\"expected\":true}");
        assertThat(writtenNone.json()).isEqualTo("{\"type\":\"providers.expected\",\"session\":\"main\"}");
        assertThat(GatewayNoticeJson.read(writtenSome)).isEqualTo(some);
        assertThat(GatewayNoticeJson.read(writtenNone)).isEqualTo(none);
        assertThat(GatewayNoticeJson.read(JsonValue.parse(
                        "{\"type\":\"providers.expected\",\"session\":\"main\"," + "\"expected\":false,\"more\":1}")))
                .isEqualTo(none);
    }
}
