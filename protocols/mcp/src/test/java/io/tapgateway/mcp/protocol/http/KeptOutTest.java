package io.tapgateway.mcp.protocol.http;

import static io.tapgateway.mcp.protocol.http.Talks.request;
import static io.tapgateway.mcp.protocol.http.Talks.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.mcp.protocol.RpcMessage;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers over HTTP that let nobody in without a token, or not with this one (M-071). */
class KeptOutTest {
    private static final String TOO_LITTLE = "Bearer error=\"insufficient_scope\", scope=\"write erase\"";
    private static final String LOGIN = "it wants its user to log in";
    private static final String MORE = "it wants a login of its user that is good for 'write erase'";

    private final Talks talks = Talks.open(Optional.of("s-1"));

    private static RpcMessage failure(long id, String words) {
        return RpcMessage.read("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"message\":\"" + words + "\"}}");
    }

    @Test
    void M071_a_request_without_a_token_is_sent_again_once_there_is_one() {
        talks.keepOut(talks.send(request(1)), 401, "Bearer scope=read");
        assertThat(talks.renewals)
                .singleElement()
                .extracting(HttpAct.Renew::challenge)
                .isEqualTo(Challenge.read("Bearer scope=read"));

        talks.renew(true);

        assertThat(talks.last().body()).contains(request(1));
        talks.head(talks.last(), 401, "");
        assertThat(talks.renewals).hasSize(1);
        assertThat(talks.received).endsWith(failure(1, LOGIN));
    }

    @Test
    void M071_a_call_for_which_a_token_is_too_little_says_what_is_missing_and_nothing_else_ends() {
        HttpAct.Ask other = talks.send(request(2));
        talks.keepOut(talks.send(request(1)), 403, TOO_LITTLE);

        talks.renew(false);

        assertThat(talks.renewals.get(0).challenge())
                .isEqualTo(new Challenge(Optional.empty(), TokenScope.of("write erase"), true));
        assertThat(talks.received).endsWith(failure(1, MORE));
        talks.answer(other, Optional.empty(), result(2));
        assertThat(talks.received).endsWith(RpcMessage.read(result(2)));
        assertThat(talks.broken).isEmpty();
    }

    @Test
    void M071_a_token_that_was_had_anew_may_be_too_little_in_turn() {
        talks.keepOut(talks.send(request(1)), 401, "Bearer");
        talks.renew(true);
        talks.keepOut(talks.last(), 403, TOO_LITTLE);
        assertThat(talks.renewals).hasSize(2);
        talks.renew(true);

        talks.keepOut(talks.last(), 401, "Bearer");

        assertThat(talks.renewals).as("nobody goes round in circles").hasSize(2);
        assertThat(talks.received).endsWith(failure(1, LOGIN));
    }

    @Test
    void M071_a_server_that_does_not_say_what_is_missing_wants_more() {
        talks.keepOut(talks.send(request(1)), 403, "Bearer error=insufficient_scope");
        talks.renew(false);

        assertThat(talks.received)
                .endsWith(failure(1, "it wants a login of its user that is good for more than the present one"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer", "Bearer error=\"access_denied\", scope=\"write\""})
    void M071_whoever_is_refused_for_another_reason_is_not_helped_by_a_token(String challenge) {
        talks.keepOut(talks.send(request(1)), 403, challenge);

        assertThat(talks.renewals).isEmpty();
        assertThat(talks.received).endsWith(failure(1, "it answers with HTTP status 403"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"initialize", "server/discover"})
    void M071_whoever_is_kept_out_while_it_meets_a_server_does_not_go_on_by_another_way(String method) {
        Talks first = Talks.streamable();
        String message = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"" + method
                + "\",\"params\":{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}}";
        first.keepOut(first.send(message), 401, "Bearer");

        first.renew(false);

        assertThat(first.broken).containsExactly(LOGIN);
        assertThat(first.received).isEmpty();
    }

    @Test
    void M071_the_transport_of_2024_11_05_is_no_other() {
        Talks sse = new Talks(new SseTalk(new ServerAddress(Talks.PLACE)));
        sse.does(HttpTalk::begin);
        sse.keepOut(sse.last(), 401, "Bearer");
        sse.renew(true);
        sse.keepOut(sse.last(), 403, TOO_LITTLE);
        sse.renew(false);

        assertThat(sse.renewals).hasSize(2);
        assertThat(sse.broken).containsExactly(MORE);
    }
}
