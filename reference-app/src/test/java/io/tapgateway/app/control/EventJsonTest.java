package io.tapgateway.app.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.control.event.EventJson;
import io.tapgateway.app.control.event.ServerSentEvent;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.testkit.ScriptedPeer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EventJsonTest {
    private static final String HELLO = "{'type':'hello','protocolVersion':2,'name':'greeter','tools':["
            + "{'name':'greet','description':'Greets somebody','parameters':{}}]}";

    private final ApiFixture api = new ApiFixture();
    private final List<ServerSentEvent> events = new ArrayList<>();

    @Test
    void tells_what_happens_in_the_gateway_as_it_happens() {
        api.gateway.events().subscribe(new EventJson(events::add));
        api.sessions.listen((session, entry) -> events.add(EventJson.timeline(session, entry)));

        ScriptedPeer provider = api.provider("main", HELLO);
        api.settle();
        api.ask("POST", "/api/sessions/main/tools/greet/call", "{}");
        provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}")
                .sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"error\":\"no\",\"errorCode\":\"INTERNAL\"}")
                .sends("{\"type\":\"push\",\"stream\":\"news\",\"level\":\"surface\",\"event\":\"done\"}")
                .sends("{\"type\":\"goodbye\"}");
        api.answer(202, "DELETE", "/api/sessions/main", "");

        assertTold("providers", "{'session':'main','seq':1,'ts':'*','provider':'greeter','presence':'bound'}");
        assertTold("tools", "{'session':'main','tools':['greet']}");
        assertTold(
                "calls",
                "{'session':'main','callId':'call-*','tool':'greet','provider':'greeter','phase':'dispatched',"
                        + "'askedAt':'*','gatesMicros':0,'queueMicros':0,'workMicros':0}");
        assertTold(
                "calls",
                "{'session':'main','callId':'call-*','tool':'greet','phase':'ended','ok':false,'errorCode':'INTERNAL',"
                        + "'error':'no','durationMs':0,'*':'*'}");
        assertTold(
                "pushes",
                "{'session':'main','stream':'news@greeter','seq':1,'ts':'*','event':'done','level':'surface'}");
        assertTold("timeline", "{'session':'main','seq':1,'ts':'*','level':'surface','source':'*','text':'*done*'}");
        assertTold("providers", "{'session':'main','seq':2,'ts':'*','provider':'greeter','presence':'left'}");
        assertTold("sessions", "{'session':'main','phase':'ended'}");
    }

    @Test
    void an_event_concerns_its_own_session_and_an_event_without_one_concerns_all() {
        Optional<SessionId> main = Optional.of(new SessionId("main"));
        ServerSentEvent own = ServerSentEvent.of(new SessionId("main"), "tools", out -> {});
        ServerSentEvent everybodys = new ServerSentEvent(Optional.empty(), "providers", "{}");

        assertThat(own.concerns(main)).isTrue();
        assertThat(own.concerns(Optional.empty())).isTrue();
        assertThat(own.concerns(Optional.of(new SessionId("other")))).isFalse();
        assertThat(everybodys.concerns(main)).isTrue();
    }

    @Test
    void an_event_is_written_so_that_its_data_cannot_end_it() {
        ServerSentEvent event = new ServerSentEvent(Optional.empty(), "tools", "{\n\n\"a\": 1}");

        assertThat(new String(event.toBytes(), StandardCharsets.UTF_8))
                .isEqualTo("event: tools\ndata: {\ndata: \ndata: \"a\": 1}\n\n");
    }

    private void assertTold(String name, String pattern) {
        assertThat(Stream.concat(events.stream(), api.news.stream()))
                .as(name + " " + pattern)
                .anySatisfy(event -> {
                    assertThat(event.name()).isEqualTo(name);
                    JsonValue data = ApiFixture.parsed(event.data());
                    ApiFixture.assertLooksLike(data, pattern);
                });
    }
}
