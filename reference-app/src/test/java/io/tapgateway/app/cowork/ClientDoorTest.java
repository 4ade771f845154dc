package io.tapgateway.app.cowork;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.cowork.ClientDoor.Caller;
import io.tapgateway.app.cowork.ClientDoor.No;
import io.tapgateway.runtime.Secret;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.transport.ws.http.RequestHead;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientDoorTest {
    private static final String TOKEN = "0123456789abcdef";
    private static final Caller CALLER =
            new Caller(new InetSocketAddress(InetAddress.getLoopbackAddress(), 50_000), 7_337);

    private final ManualClock clock = ManualClock.create();
    private Optional<Caller> child = Optional.empty();

    @Test
    void W004_programs_without_an_origin_need_no_token_unless_the_system_does_not_tell_whose_they_are() {
        assertThat(answer(Access.USER, "/ws")).isEmpty();
        assertThat(answer(Access.OPEN, "/ws")).isEmpty();
        assertThat(answer(Access.TOKEN, "/ws")).contains(No.WITHOUT_TOKEN);
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void W006_the_token_is_taken_as_bearer_as_subprotocol_and_from_the_query(Access access) {
        assertThat(answer(access, "/ws", "Authorization: Bearer " + TOKEN)).isEmpty();
        assertThat(answer(access, "/ws", "Sec-WebSocket-Protocol: chat, tap-token." + TOKEN))
                .isEmpty();
        assertThat(answer(access, "/ws?a=b&token=" + TOKEN)).isEmpty();
        assertThat(answer(access, "/ws?token=" + TOKEN, "Origin: https://example.org"))
                .as("of a page")
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void W006_a_wrong_token_is_refused_even_where_none_is_needed_and_beside_the_right_one(Access access) {
        assertThat(answer(access, "/ws?token=")).contains(No.WRONG_TOKEN);
        assertThat(answer(access, "/ws?token=" + TOKEN + "0")).contains(No.WRONG_TOKEN);
        assertThat(answer(access, "/ws?token=" + TOKEN, "Authorization: Bearer other"))
                .contains(No.WRONG_TOKEN);
    }

    @Test
    void W006_the_tenth_wrong_token_of_a_minute_closes_the_door_to_tokens_for_a_minute() {
        ClientDoor door = door(Access.USER);
        for (int i = 0; i < ClientDoor.WRONG_TOKENS_A_MINUTE; i++) {
            assertThat(door.answer(head("/ws?token=guess" + i), CALLER, false)).contains(No.WRONG_TOKEN);
        }

        assertThat(door.answer(head("/ws?token=" + TOKEN), CALLER, false)).contains(No.CLOSED);
        assertThat(door.answer(head("/ws"), CALLER, false)).as("who shows none").isEmpty();
        clock.advance(Duration.ofSeconds(ClientDoor.CLOSED_SECONDS).minusNanos(1));
        assertThat(door.answer(head("/ws?token=" + TOKEN), CALLER, false)).contains(No.CLOSED);
        clock.advance(Duration.ofNanos(1));
        assertThat(door.answer(head("/ws?token=" + TOKEN), CALLER, false)).isEmpty();
    }

    @Test
    void W006_nine_wrong_tokens_a_minute_close_nothing() {
        ClientDoor door = door(Access.USER);
        for (int minute = 0; minute < 3; minute++) {
            for (int i = 1; i < ClientDoor.WRONG_TOKENS_A_MINUTE; i++) {
                assertThat(door.answer(head("/ws?token=guess"), CALLER, false)).contains(No.WRONG_TOKEN);
            }
            clock.advance(Duration.ofMinutes(1));
        }
        assertThat(door.answer(head("/ws?token=" + TOKEN), CALLER, false)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.org",
                "http://localhost:5173",
                "http://app.test.",
                "file://",
                "http://127.0.0.1:7336"
            })
    void W005_pages_of_other_origins_need_the_token(String origin) {
        assertThat(answer(Access.USER, "/ws", "Origin: " + origin)).contains(No.FOREIGN);
        assertThat(answer(Access.OPEN, "/ws", "Origin: " + origin)).contains(No.FOREIGN);
    }

    @Test
    void W005_an_origin_that_was_named_needs_no_token_where_the_system_tells_whose_program_it_is() {
        assertThat(answer(Access.USER, "/ws", "Origin: http://app.test")).isEmpty();
        assertThat(answer(Access.USER, "/ws", "Origin: http://app.test:8080")).contains(No.FOREIGN);
        assertThat(answer(Access.USER, "/ws", "Origin: http://app.test", "Origin: http://app.test"))
                .as("two")
                .contains(No.FOREIGN);
        assertThat(answer(Access.TOKEN, "/ws", "Origin: http://app.test"))
                .as("which every program can say")
                .contains(No.FOREIGN);
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void W005_null_is_nobodys_origin_even_with_the_token(Access access) {
        assertThat(answer(access, "/ws?token=" + TOKEN, "Origin: null")).contains(No.FOREIGN);
    }

    @Test
    void W005_files_are_pages_of_the_starters_programs_alone() {
        child = Optional.of(CALLER);

        assertThat(answer(Access.USER, "/ws", "Origin: file://")).isEmpty();
        assertThat(answer(Access.USER, "/ws", "Origin: file:///home/me/page.html"))
                .contains(No.FOREIGN);
        child = Optional.of(new Caller(CALLER.peer(), 1));
        assertThat(answer(Access.USER, "/ws", "Origin: file://")).contains(No.FOREIGN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ws", "/ws?resumable=1", "/ws;x", "/%77s", "/WS", "/other"})
    void T39_a_page_that_wants_a_WebSocket_is_judged_however_it_writes_the_path(String path) {
        RequestHead upgrade = head(path, "Origin: https://example.org", "Upgrade: websocket", "Connection: Upgrade");
        boolean isPublic = CoworkPort.MANNER.isPublic().test(upgrade);

        assertThat(door(Access.USER).answer(upgrade, CALLER, isPublic)).contains(No.FOREIGN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:7337", "127.0.0.1:7337", "[::1]:7337", "LOCALHOST:7337"})
    void W003_whoever_names_this_port_is_heard(String host) {
        assertThat(door(Access.USER).answer(at(host, "/ws", List.of()), CALLER, false))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost", "localhost:7338", "evil.test:7337", "127.0.0.1.evil.test:7337"})
    void T39_whoever_names_another_host_is_not_even_where_everybody_is(String host) {
        assertThat(door(Access.USER).answer(at(host, "/", List.of()), CALLER, true))
                .contains(No.FOREIGN);
    }

    private Optional<No> answer(Access access, String target, String... headers) {
        return door(access).answer(head(target, headers), CALLER, false);
    }

    private ClientDoor door(Access access) {
        return new ClientDoor(
                access,
                Secret.of(TOKEN),
                Set.of("http://app.test"),
                caller -> child.filter(caller::equals).isPresent(),
                clock::nanos);
    }

    private static RequestHead head(String target, String... headers) {
        return at("127.0.0.1:7337", target, List.of(headers));
    }

    private static RequestHead at(String host, String target, List<String> headers) {
        List<RequestHead.Header> all = new ArrayList<>();
        all.add(new RequestHead.Header("Host", host));
        for (String header : headers) {
            String[] parts = header.split(": ", 2);
            all.add(new RequestHead.Header(parts[0], parts[1]));
        }
        return new RequestHead("GET", target, "HTTP/1.1", all);
    }
}
