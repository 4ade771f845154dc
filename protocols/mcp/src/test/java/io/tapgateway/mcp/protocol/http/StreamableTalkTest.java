package io.tapgateway.mcp.protocol.http;

import static io.tapgateway.mcp.protocol.http.Talks.EVENTS;
import static io.tapgateway.mcp.protocol.http.Talks.JSON;
import static io.tapgateway.mcp.protocol.http.Talks.request;
import static io.tapgateway.mcp.protocol.http.Talks.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.mcp.protocol.RpcMessage;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamableTalkTest {
    private static final Optional<String> SESSION = Optional.of("s-1");
    private static final int ENOUGH = 300;

    private static RpcMessage failure(long id, String words) {
        return RpcMessage.read("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"message\":\"" + words + "\"}}");
    }

    @Test
    void M070_the_session_and_the_revision_go_with_every_request_after_the_handshake() {
        Talks talks = Talks.streamable();

        assertThat(talks.send(Talks.INITIALIZE).headers())
                .containsEntry("Accept", JSON + ", " + EVENTS)
                .containsEntry("Content-Type", JSON)
                .doesNotContainKeys("Mcp-Session-Id", "MCP-Protocol-Version");
        talks.answer(talks.last(), SESSION, Talks.MET);
        assertThat(talks.send(Talks.INITIALIZED).headers())
                .containsEntry("Mcp-Session-Id", "s-1")
                .containsEntry("MCP-Protocol-Version", "2025-11-25");
        talks.accept(talks.last());

        assertThat(talks.last().method()).isEqualTo("GET");
        assertThat(talks.headers()).containsEntry("Accept", EVENTS).containsEntry("Mcp-Session-Id", "s-1");
        assertThat(talks.received).containsExactly(RpcMessage.read(Talks.MET));
    }

    @Test
    void M070_nothing_is_asked_before_the_server_has_taken_the_end_of_the_handshake() {
        Talks talks = Talks.streamable();
        talks.send(Talks.INITIALIZE);
        talks.answer(talks.last(), SESSION, Talks.MET);
        HttpAct.Ask confirmation = talks.send(Talks.INITIALIZED);

        talks.send(request(1));

        assertThat(talks.asked).hasSize(2);
        talks.accept(confirmation);
        assertThat(talks.last("POST").body()).contains(request(1));
    }

    @Test
    void M070_an_answer_is_one_message_or_a_stream_with_others_before_it() {
        Talks talks = Talks.open(SESSION);
        HttpAct.Ask one = talks.send(request(1));
        HttpAct.Ask other = talks.send(request(2));
        talks.received.clear();

        talks.answer(one, Optional.empty(), result(1));
        talks.head(other, 200, EVENTS + "; charset=utf-8");
        talks.body(
                other,
                "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\ndata: " + result(2) + "\n\n");
        talks.end(other);

        assertThat(talks.received).hasSize(3).contains(RpcMessage.read(result(1)), RpcMessage.read(result(2)));
        assertThat(talks.broken).isEmpty();
    }

    @Test
    void M070_a_stream_that_is_cut_is_taken_up_where_it_was_after_the_time_that_the_server_wants() {
        Talks talks = Talks.open(SESSION);
        HttpAct.Ask call = talks.send(request(1));
        talks.head(call, 200, EVENTS);
        talks.body(call, "id: e-1\nretry: 700\ndata:\n\n");
        talks.end(call);

        assertThat(talks.lastPause()).isEqualTo(Duration.ofMillis(700));
        talks.pass();
        assertThat(talks.last().method()).isEqualTo("GET");
        assertThat(talks.headers()).containsEntry("Last-Event-ID", "e-1").containsEntry("Mcp-Session-Id", "s-1");
        HttpAct.Ask again = talks.last();
        talks.head(again, 200, EVENTS);
        talks.body(again, "id: e-2\ndata: " + result(1) + "\n\n");

        assertThat(talks.received).endsWith(RpcMessage.read(result(1)));
        talks.end(again);
        assertThat(talks.last()).isEqualTo(again);
    }

    @Test
    void M070_pauses_have_a_least_and_a_longest_time_whatever_the_server_wants() {
        for (List<Object> each : List.of(
                List.<Object>of("0", StreamableTalk.SHORTEST_RETRY),
                List.<Object>of("999999999", StreamableTalk.LONGEST_RETRY))) {
            Talks talks = Talks.open(SESSION);
            HttpAct.Ask stream = talks.last("GET");
            talks.head(stream, 200, EVENTS);
            talks.body(stream, "retry: " + each.get(0) + "\n\n");
            talks.end(stream);

            assertThat(talks.lastPause()).isEqualTo(each.get(1));
        }
    }

    @Test
    void M070_a_stream_that_brings_nothing_is_asked_for_less_and_less_and_then_no_more() {
        Talks talks = Talks.open(SESSION);
        for (int i = 0; i < StreamableTalk.MOST_FAILURES; i++) {
            talks.head(talks.last("GET"), 200, EVENTS);
            talks.end(talks.last("GET"));
            assertThat(talks.lastPause()).isEqualTo(Duration.ofSeconds(1L << Math.max(0, i - 1)));
            talks.pass();
        }
        talks.head(talks.last("GET"), 200, EVENTS);
        talks.end(talks.last("GET"));

        assertThat(talks.count("GET")).isEqualTo(1 + StreamableTalk.MOST_FAILURES);
        assertThat(talks.pauses).allMatch(it -> it.timer() == 0);
        assertThat(talks.broken).isEmpty();
    }

    @Test
    void M070_a_cut_answer_without_a_place_fails_its_call_alone() {
        Talks talks = Talks.open(SESSION);
        HttpAct.Ask events = talks.send(request(1));
        HttpAct.Ask json = talks.send(request(2));
        HttpAct.Ask headless = talks.send(request(3));
        HttpAct.Ask well = talks.send(request(4));
        talks.received.clear();

        talks.head(events, 200, EVENTS);
        talks.body(events, "data: {\"jsonrpc\"");
        talks.head(json, 200, JSON);
        talks.body(json, "{\"jsonrpc\"");
        for (HttpAct.Ask each : List.of(events, json, headless)) {
            talks.does(it -> it.lost(each.exchange(), HttpTalk.Loss.CUT));
        }
        talks.answer(well, Optional.empty(), result(4));

        String words = "the connection has ended before its answer was complete";
        assertThat(talks.received)
                .containsExactly(failure(1, words), failure(2, words), failure(3, words), RpcMessage.read(result(4)));
    }

    @Test
    void M070_a_forgotten_session_is_begun_anew_once_and_what_was_refused_is_sent_again() {
        Talks talks = Talks.open(SESSION);
        HttpAct.Ask first = talks.send(request(1));
        HttpAct.Ask second = talks.send(request(2));
        talks.received.clear();

        talks.head(first, 404, "");
        talks.head(second, 404, "");

        assertThat(talks.asked.stream().filter(it -> it.body().equals(Optional.of(Talks.INITIALIZE))))
                .hasSize(2);
        talks.answer(talks.last(), Optional.of("s-2"), Talks.MET);
        assertThat(talks.last().body()).contains(Talks.INITIALIZED);
        assertThat(talks.headers()).containsEntry("Mcp-Session-Id", "s-2");
        talks.accept(talks.last());
        List<HttpAct.Ask> again = talks.asked.subList(talks.asked.size() - 3, talks.asked.size());
        assertThat(again).extracting(it -> it.body().orElse("")).containsExactly(request(1), request(2), "");
        talks.answer(again.get(0), Optional.empty(), result(1));
        talks.answer(again.get(1), Optional.empty(), result(2));

        assertThat(talks.received)
                .containsExactly(
                        changed("tools"),
                        changed("resources"),
                        changed("prompts"),
                        RpcMessage.read(result(1)),
                        RpcMessage.read(result(2)));
    }

    private static RpcMessage changed(String lists) {
        return RpcMessage.read("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/" + lists + "/list_changed\"}");
    }

    @Test
    void M070_a_server_that_forgets_every_session_is_given_up_with_longer_and_longer_pauses() {
        Talks talks = Talks.open(SESSION);
        long next = 1;
        for (int i = 0; i < StreamableTalk.MOST_FAILURES; i++) {
            talks.head(talks.send(request(next++)), 404, "");
            if (i > 0) {
                assertThat(talks.lastPause()).isEqualTo(Duration.ofSeconds(1L << (i - 1)));
                talks.pass();
            }
            talks.answer(talks.last(), SESSION, Talks.MET);
            talks.accept(talks.last());
            HttpAct.Ask again = talks.last("POST");
            assertThat(again.body()).contains(request(next - 1));
            talks.does(it -> it.lost(again.exchange(), HttpTalk.Loss.CUT));
        }
        talks.head(talks.send(request(next)), 404, "");

        assertThat(talks.broken).containsExactly("it forgets its sessions at once");
        assertThat(talks.count("POST")).isLessThan(30);
    }

    @Test
    void M070_what_is_refused_again_in_the_new_session_fails() {
        Talks talks = Talks.open(SESSION);
        talks.head(talks.send(request(1)), 404, "");
        talks.answer(talks.last(), Optional.of("s-2"), Talks.MET);
        talks.accept(talks.last());

        talks.head(talks.last("POST"), 404, "");

        assertThat(talks.received).endsWith(failure(1, "it has forgotten the session"));
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:9/else",
        "/else",
        "else",
        "HTTP://127.0.0.1:9/else",
    })
    void M070_redirects_within_the_origin_are_followed(String place) {
        Talks talks = Talks.open(SESSION);

        talks.redirect(talks.send(request(1)), 307, place);

        assertThat(talks.last().uri().getPath()).isEqualTo("/else");
        assertThat(talks.last().body()).contains(request(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:10/mcp",
                "https://127.0.0.1:9/mcp",
                "http://example.com/mcp",
                "//example.com/mcp",
                "http://127.0.0.1:9@example.com/",
                "http://user:secret@127.0.0.1:9/",
                "file:///etc/passwd",
                ":::",
                ""
            })
    void M070_nobody_follows_to_another_origin(String place) {
        Talks talks = Talks.open(SESSION);
        HttpAct.Ask call = talks.send(request(1));

        talks.redirect(call, 307, place.isEmpty() ? "http://[" : place);

        assertThat(talks.last()).isEqualTo(call);
        assertThat(talks.received).endsWith(failure(1, "it redirects to another origin, where nobody follows it"));
    }

    @Test
    void M070_redirects_that_lead_in_circles_or_lose_the_message_are_not_followed() {
        Talks talks = Talks.open(SESSION);
        talks.redirect(talks.send(request(1)), 302, "/else");
        assertThat(talks.received).endsWith(failure(1, "it redirects with HTTP status 302, which leads nowhere"));

        talks.send(request(2));
        for (int i = 0; i < 6; i++) {
            talks.redirect(talks.last(), 308, "/mcp");
        }

        assertThat(talks.received).endsWith(failure(2, "it redirects with HTTP status 308, which leads nowhere"));
    }

    @Test
    void M070_without_a_stream_of_its_own_a_server_is_served_all_the_same() {
        Talks talks = Talks.open(Optional.empty());

        talks.head(talks.last("GET"), 405, "");
        talks.answer(talks.send(request(1)), Optional.empty(), result(1));

        assertThat(talks.received).endsWith(RpcMessage.read(result(1)));
        assertThat(talks.count("GET")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"500,it answers with HTTP status 500", "404,it answers with HTTP status 404"})
    void M070_a_refusal_without_words_says_its_status(int status, String words) {
        Talks talks = Talks.open(Optional.empty());

        talks.head(talks.send(request(1)), status, "text/html");

        assertThat(talks.received).endsWith(failure(1, words));
    }

    @Test
    void M070_a_refusal_with_words_is_told_with_them() {
        Talks talks = Talks.open(Optional.empty());
        HttpAct.Ask call = talks.send(request(1));

        talks.head(call, 400, JSON);
        talks.body(call, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"Not now\"}}");
        talks.end(call);

        assertThat(talks.received)
                .endsWith(RpcMessage.read("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32000,"
                        + "\"message\":\"Not now (HTTP status 400)\"}}"));
    }

    @Test
    void M070_an_answer_to_something_else_is_none() {
        Talks talks = Talks.open(Optional.empty());
        HttpAct.Ask one = talks.send(request(1));
        HttpAct.Ask two = talks.send(request(2));

        talks.answer(one, Optional.empty(), result(7));
        talks.answer(two, Optional.empty(), "<html>");

        assertThat(talks.received)
                .contains(
                        RpcMessage.read(result(7)),
                        failure(1, "its answer has ended before it was complete"),
                        failure(2, "its answer has ended before it was complete"));
    }

    @Test
    void M070_answers_are_bounded_each_and_together() {
        Talks talks = Talks.open(Optional.empty());
        String mebibyte = "x".repeat(1 << 20);
        HttpAct.Ask call = talks.send(request(1));
        talks.head(call, 200, JSON);
        for (int i = 0; i < 6; i++) {
            talks.body(call, mebibyte);
        }
        assertThat(talks.abandoned).isEmpty();

        talks.body(call, "x");

        assertThat(talks.received).endsWith(failure(1, "its answer has more than 6291456 bytes"));
        assertThat(talks.abandoned).contains(call.exchange());
        for (int i = 2; talks.broken.isEmpty(); i++) {
            HttpAct.Ask each = talks.send(request(i));
            talks.head(each, 200, JSON);
            for (int j = 0; j < 6; j++) {
                talks.body(each, mebibyte);
            }
            assertThat(i).isLessThan(20);
        }
        assertThat(talks.broken).containsExactly("it sends too many long answers at once");
    }

    @Test
    void M070_a_server_that_does_not_answer_is_not_waited_for_for_ever() {
        Talks talks = Talks.open(Optional.empty());
        HttpAct.Ask call = talks.send(request(1));

        talks.sweep(ENOUGH);

        assertThat(talks.received).endsWith(failure(1, "it does not answer"));
        assertThat(talks.abandoned).containsExactly(call.exchange());
    }

    @Test
    void M065_a_call_that_was_cancelled_is_not_taken_up_again_and_soon_forgotten() {
        Talks talks = Talks.open(Optional.empty());
        HttpAct.Ask call = talks.send(request(1));
        HttpAct.Ask hanging = talks.send(request(2));
        talks.head(call, 200, EVENTS);
        talks.body(call, "id: 1\n\n");
        String cancelled = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%d}}";

        talks.send(cancelled.formatted(1));
        talks.send(cancelled.formatted(2));
        talks.end(call);
        talks.sweep(2);

        assertThat(talks.texts()).filteredOn(it -> it.contains("Failure")).hasSize(2);
        assertThat(talks.abandoned).contains(hanging.exchange());
        assertThat(talks.asked.stream().filter(it -> it.body().orElse("").contains("cancelled")))
                .hasSize(1);
    }

    @Test
    void M070_what_is_not_answered_goes_in_order_and_a_server_that_does_not_take_it_is_given_up() {
        Talks talks = Talks.open(Optional.empty());
        String answer = "{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":\"" + "x".repeat(1 << 20) + "\"}";
        long before = talks.count("POST");

        for (int i = 0; i < 60; i++) {
            talks.send(answer);
        }
        assertThat(talks.count("POST")).isEqualTo(before + 1);
        assertThat(talks.broken).isEmpty();
        for (int i = 0; i < 4; i++) {
            talks.send(answer);
        }

        assertThat(talks.broken).containsExactly("it does not read what it is sent");
        assertThat(60L * (1 << 20)).isLessThan(McpLimit.UNSENT_CHARACTERS.most());
    }

    @Test
    void M070_a_server_that_cannot_be_reached_is_given_up() {
        Talks talks = Talks.open(SESSION);
        HttpAct.Ask call = talks.send(request(1));

        talks.does(it -> it.lost(call.exchange(), HttpTalk.Loss.UNREACHABLE));

        assertThat(talks.broken).containsExactly("it cannot be reached at http://127.0.0.1:9");
        assertThat(talks.send(request(2))).isEqualTo(call);
    }

    @Test
    void M070_leaving_ends_the_session_and_all_that_runs() {
        Talks talks = Talks.open(SESSION);
        HttpAct.Ask call = talks.send(request(1));

        talks.does(HttpTalk::leave);

        assertThat(talks.last().method()).isEqualTo("DELETE");
        assertThat(talks.headers()).containsEntry("Mcp-Session-Id", "s-1");
        assertThat(talks.abandoned).contains(call.exchange());
        talks.answer(call, Optional.empty(), result(1));
        assertThat(talks.received).hasSize(1);
    }

    @Test
    void M070_a_session_whose_id_nobody_can_give_back_is_none() {
        Talks talks = Talks.streamable();
        talks.send(Talks.INITIALIZE);

        talks.answer(talks.last(), Optional.of("a b"), Talks.MET);

        assertThat(talks.broken).containsExactly("it gives a session an id that nobody can give back");
    }

    @Test
    void M070_an_address_is_one_of_the_web_without_a_password() {
        for (String each :
                List.of("ftp://example.com/", "file:///x", "http:/x", "mailto:a@b", "http://a:b@example.com/")) {
            assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> new ServerAddress(URI.create(each))))
                    .as(each)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
