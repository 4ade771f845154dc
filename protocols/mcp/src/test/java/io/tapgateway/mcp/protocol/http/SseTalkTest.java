package io.tapgateway.mcp.protocol.http;

import static io.tapgateway.mcp.protocol.http.Talks.EVENTS;
import static io.tapgateway.mcp.protocol.http.Talks.request;
import static io.tapgateway.mcp.protocol.http.Talks.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.mcp.protocol.RpcMessage;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SseTalkTest {
    private final Talks talks = new Talks(new SseTalk(new ServerAddress(Talks.PLACE)));

    private void open() {
        talks.does(HttpTalk::begin);
        talks.head(talks.last(), 200, EVENTS);
        talks.body(talks.last(), "event: endpoint\ndata: /messages?session=1\n\n");
    }

    @Test
    void M070_everything_goes_to_the_address_that_the_server_names_one_after_the_other() {
        talks.does(HttpTalk::begin);
        HttpAct.Ask stream = talks.last();
        talks.send(Talks.INITIALIZE);
        talks.send(request(1));
        assertThat(talks.asked).hasSize(1);
        talks.head(stream, 200, EVENTS);

        talks.body(stream, "event: endpoint\ndata: /messages?session=1\n\n");

        assertThat(talks.last().uri()).isEqualTo(URI.create("http://127.0.0.1:9/messages?session=1"));
        assertThat(talks.last().body()).contains(Talks.INITIALIZE);
        talks.accept(talks.last());
        assertThat(talks.last().body()).contains(request(1));
        talks.body(stream, "event: message\ndata: " + result(1) + "\n\n");
        assertThat(talks.received).containsExactly(RpcMessage.read(result(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://example.com/messages", "//example.com/", "https://127.0.0.1:9/x"})
    void M070_an_address_elsewhere_is_the_end(String place) {
        talks.does(HttpTalk::begin);
        talks.head(talks.last(), 200, EVENTS);

        talks.body(talks.last(), "event: endpoint\ndata: " + place + "\n\n");

        assertThat(talks.broken).containsExactly("it names an address at another origin");
    }

    @Test
    void M070_a_message_that_is_refused_fails_its_request_alone() {
        open();
        HttpAct.Ask first = talks.send(request(1));

        talks.head(first, 500, "");

        assertThat(talks.texts()).singleElement().asString().contains("it answers with HTTP status 500");
        assertThat(talks.send(request(2)).body()).contains(request(2));
        assertThat(talks.broken).isEmpty();
    }

    @Test
    void M070_a_server_that_does_not_take_a_message_is_given_up() {
        open();
        talks.accept(talks.send(request(1)));
        talks.pass();
        assertThat(talks.broken).isEmpty();
        talks.send(request(2));

        talks.pass();

        assertThat(talks.broken).containsExactly("it does not take what it is sent");
    }

    @Test
    void M070_the_end_of_the_stream_is_the_end() {
        open();

        talks.end(talks.last("GET"));

        assertThat(talks.broken).containsExactly("it has ended its stream of events");
        assertThat(talks.send(request(2)).method()).isEqualTo("GET");
    }
}
