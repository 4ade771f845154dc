package io.tapgateway.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client of servers that have no handshake: what it says to them is read by a server's end of ours. */
class StandingAloneServersTest {
    private static final String FORM =
            "{\"method\":\"elicitation/create\",\"params\":{\"message\":\"Who?\",\"requestedSchema\":{}}}";
    private static final String NAME = "{\"name\":\"Ada\"}";

    private final ClientConnection connection = new ClientConnection(new ClientProfile(
            "tapgateway", "Tap Gateway", "1", Optional.of(new ClientProfile.Root("file:///code", "code"))));
    private final ServerConnection server = new ServerConnection(Clients.PROFILE);

    private static String result(String id, String value) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + value + "}";
    }

    private static String refusal(String id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":-32601,\"message\":\"No such method\"}}";
    }

    private ServerNews receive(String text) {
        return connection.receive(RpcMessage.read(text));
    }

    /** The server refuses the handshake, and says what it speaks. */
    private ServerNews.Met meet() {
        ServerNews.Reply discovery = discover();
        String answer = Clients.answer(server, RpcMessage.read(discovery.text()));
        return (ServerNews.Met) receive(answer);
    }

    private ServerNews.Reply discover() {
        connection.begin(ClientConnection.Opening.HANDSHAKE);
        return (ServerNews.Reply) receive(refusal("0"));
    }

    private Reaction.Serve serve(String text) {
        return (Reaction.Serve) server.receive(RpcMessage.read(text));
    }

    private ClientCall call() {
        return connection
                .call("greet", JsonValue.EMPTY_OBJECT, Optional.empty(), Optional.empty())
                .orElseThrow();
    }

    private static JsonValue params(String text) {
        return ((RpcMessage.Request) RpcMessage.read(text)).params();
    }

    private static String id(String text) {
        return ((RpcMessage.Request) RpcMessage.read(text)).id().value().json();
    }

    /** What a call asks that is answered so. */
    private List<ServerNews.Asked> questions(String text, String result) {
        return ((ServerNews.InputRequired) receive(result(id(text), result))).questions();
    }

    @Test
    void M002_a_server_that_refuses_the_handshake_is_asked_what_it_speaks() {
        ServerNews.Met met = meet();

        assertThat(met.server().revision()).isEqualTo(McpRevision.R2026_07_28);
        assertThat(met.server().name()).isEqualTo("server");
        assertThat(met.server().lists()).containsExactlyInAnyOrder(ServerList.values());
    }

    @Test
    void M002_a_server_that_answers_the_handshake_by_a_revision_without_one_is_asked_too() {
        connection.begin(ClientConnection.Opening.HANDSHAKE);

        assertThat(receive(result("0", "{\"protocolVersion\":\"2026-07-28\",\"capabilities\":{}}")))
                .isInstanceOf(ServerNews.Reply.class);
    }

    @Test
    void M002_a_server_that_speaks_nothing_known_is_told_of_with_its_first_words() {
        discover();

        assertThat(receive(refusal("1"))).isEqualTo(new ServerNews.Broken("it refuses the handshake: No such method"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"supportedVersions\":[\"2027-01-01\"],\"capabilities\":{}}", "{}", "[]"})
    void M002_a_server_without_a_revision_that_is_known_is_broken(String discovered) {
        discover();

        assertThat(receive(result("1", discovered))).isInstanceOf(ServerNews.Broken.class);
    }

    @Test
    void M001_each_request_says_who_makes_it() {
        meet();
        ClientInfo self = new ClientInfo("tapgateway", Optional.of("Tap Gateway"));

        Reaction.Serve list = serve(connection.list(ServerList.TOOLS).orElseThrow());
        Reaction.Serve call = serve(call().text());

        assertThat(list.client()).isEqualTo(self);
        assertThat(call.client()).isEqualTo(self);
        assertThat(server.abilities(call.request())).isEqualTo(new ClientAbilities(true, true));
        assertThat(Clients.params(call).meta().logLevel()).contains(McpLogLevel.INFO);
        assertThat(Clients.params(call).meta().progressToken()).isPresent();
    }

    @Test
    void M022_news_is_what_the_client_listens_to() {
        ServerNews.Met met = meet();

        Reaction.Serve listening = serve(met.texts().get(0));

        NewsFilter wanted = ((ClientAsk.Listen) listening.ask()).wanted();
        assertThat(wanted).isEqualTo(new NewsFilter(Set.of(ListChange.values()), Set.of()));
        assertThat(receive(server.listen(listening.request(), wanted).orElseThrow()))
                .isInstanceOf(ServerNews.Nothing.class);
        assertThat(receive(server.changed(ListChange.TOOLS).get(0).text()))
                .isEqualTo(new ServerNews.ListChanged(Set.of(ServerList.TOOLS)));
    }

    @Test
    void M041_what_is_followed_is_listened_to_by_another_request_in_place_of_the_first() {
        OpenRequest first = serve(meet().texts().get(0)).request();

        List<String> texts = connection.listen(Set.of("tap://a"));

        assertThat(((ClientAsk.Listen) serve(texts.get(0)).ask()).wanted().uris())
                .containsExactly("tap://a");
        assertThat(server.receive(RpcMessage.read(texts.get(1)))).isEqualTo(new Reaction.Cancel(first));
        assertThat(connection.listen(Set.of("tap://a"))).isEmpty();
    }

    @Test
    void M022_a_server_that_tells_no_news_is_asked_again_only_when_others_are_wanted() {
        String first = meet().texts().get(0);

        assertThat(receive(refusal(id(first)))).isInstanceOf(ServerNews.Nothing.class);

        assertThat(connection.listen(Set.of("tap://a"))).hasSize(1);
    }

    @Test
    void M068_what_a_server_wants_to_know_goes_with_the_same_call_once_all_is_known() {
        meet();
        ClientCall call = call();
        List<ServerNews.Asked> asked = questions(
                call.text(),
                "{\"resultType\":\"input_required\",\"requestState\":\"s\",\"inputRequests\":{\"a\":" + FORM + ",\"b\":"
                        + FORM + ",\"c\":{\"method\":\"roots/list\"}}}");

        assertThat(asked).extracting(it -> it.what().message()).containsExactly("Who?", "Who?");
        assertThat(connection.answer(asked.get(0).request(), ElicitationAnswer.of(JsonValue.of(Map.of("name", "Ada")))))
                .isEmpty();
        String again = connection.refuse(asked.get(1).request(), "No.").orElseThrow();

        assertThat(id(again)).isNotEqualTo(id(call.text()));
        assertThat(params(again).get("name")).isEqualTo(params(call.text()).get("name"));
        assertThat(params(again).get("requestState").map(JsonValue::json)).contains("\"s\"");
        assertThat(params(again).get("inputResponses").map(JsonValue::json))
                .contains("{\"c\":{\"roots\":[{\"uri\":\"file:///code\",\"name\":\"code\"}]},"
                        + "\"a\":{\"action\":\"accept\",\"content\":" + NAME + "},\"b\":{\"action\":\"decline\"}}");
        assertThat(receive(result(id(again), "{\"resultType\":\"complete\",\"content\":[]}")))
                .isInstanceOfSatisfying(
                        ServerNews.Result.class, it -> assertThat(it.call()).isEqualTo(call.number()));
    }

    @Test
    void M023_what_a_caller_adds_goes_with_the_same_call_again() {
        meet();
        ClientCall call = connection
                .call(
                        "greet",
                        JsonValue.EMPTY_OBJECT,
                        Optional.empty(),
                        Optional.of(JsonValue.of(Map.of("who", "Ada"))))
                .orElseThrow();

        ServerNews.Reply again = (ServerNews.Reply)
                receive(result(id(call.text()), "{\"resultType\":\"input_required\",\"requestState\":\"later\"}"));

        assertThat(params(again.text()).get("_meta").flatMap(it -> it.get("who")))
                .contains(JsonValue.of("Ada"));
    }

    @Test
    void M068_a_server_that_only_wants_the_call_again_gets_it_at_once() {
        meet();

        ServerNews.Reply again = (ServerNews.Reply)
                receive(result(id(call().text()), "{\"resultType\":\"input_required\",\"requestState\":\"later\"}"));

        assertThat(params(again.text()).get("requestState").flatMap(JsonReader.TEXT::tryRead))
                .contains("later");
        assertThat(params(again.text()).get("inputResponses")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"resultType\":\"input_required\"}",
                "{\"resultType\":\"input_required\",\"inputRequests\":{\"a\":{\"method\":\"sampling/createMessage\"}}}",
                "{\"resultType\":\"input_required\",\"inputRequests\":{\"a\":{\"method\":\"elicitation/create\"}}}",
                "{\"resultType\":\"task\"}"
            })
    void M068_a_call_that_wants_what_is_not_answered_here_fails(String result) {
        meet();
        ClientCall call = call();

        assertThat(receive(result(id(call.text()), result)))
                .isInstanceOfSatisfying(
                        ServerNews.Failure.class, it -> assertThat(it.call()).isEqualTo(call.number()));
    }

    @Test
    void M068_a_server_asks_ten_times_at_most() {
        meet();
        String text = call().text();
        for (int round = 0; round < McpLimit.ROUNDS.most(); round++) {
            text = ((ServerNews.Reply) receive(result(id(text), again()))).text();
        }

        assertThat(receive(result(id(text), again()))).isInstanceOf(ServerNews.Failure.class);
    }

    private static String again() {
        return "{\"resultType\":\"input_required\",\"requestState\":\"more\"}";
    }

    @Test
    void M065_a_call_that_is_cancelled_while_its_server_wants_to_know_something_is_not_made_again() {
        meet();
        ClientCall call = call();
        OpenRequest asked = questions(
                        call.text(), "{\"resultType\":\"input_required\",\"inputRequests\":{\"a\":" + FORM + "}}")
                .get(0)
                .request();

        assertThat(connection.cancel(call.number(), "enough")).isEmpty();
        assertThat(connection.wanted(call.number())).containsExactly(asked);
        assertThat(connection.forget(call.number())).isTrue();

        assertThat(connection.answer(asked, ElicitationAnswer.ACCEPTED)).isEmpty();
    }

    @Test
    void M065_a_call_that_was_made_again_is_cancelled_by_its_newest_request() {
        meet();
        ClientCall call = call();
        String again = ((ServerNews.Reply) receive(result(id(call.text()), again()))).text();

        assertThat(connection.cancel(call.number(), "enough").orElseThrow())
                .contains("\"requestId\":" + id(again) + ",");
        assertThat(receive(result(id(again), "{}"))).isEqualTo(new ServerNews.Late(call.number()));
    }

    @Test
    void a_server_with_a_handshake_may_call_its_results_whatever_it_likes() {
        connection.begin(ClientConnection.Opening.HANDSHAKE);
        receive(result("0", "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}}}"));

        assertThat(receive(result(id(call().text()), "{\"resultType\":\"input_required\"}")))
                .isInstanceOf(ServerNews.Result.class);
        assertThat(connection.listen(Set.of())).isEmpty();
    }
}
