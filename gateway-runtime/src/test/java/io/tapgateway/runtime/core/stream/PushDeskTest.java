package io.tapgateway.runtime.core.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamEntry;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.core.RecordingEffects;
import io.tapgateway.runtime.core.RecordingEffects.Noticed;
import io.tapgateway.runtime.core.connection.Complaint;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.LoneKernel;
import io.tapgateway.runtime.core.rule.EventFilter;
import io.tapgateway.runtime.core.rule.ToolUse;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.session.Lifecycle;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.IdentityKey;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.Principal;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.state.StreamShelf;
import io.tapgateway.runtime.transport.Peer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PushDeskTest {
    private static final SessionId SESSION = new SessionId("s");
    private static final StreamName STREAM = new StreamName("ci");

    private final RecordingEffects effects = RecordingEffects.unobserved();
    private final Kernel kernel = LoneKernel.with(Limits.standard(), effects);
    private final HostFeed feed = new HostFeed(kernel);
    private final PushDesk desk =
            new PushDesk(kernel, feed, new Injector(kernel, feed, new Lifecycle(kernel), new InboxDesk(kernel, feed)));
    private final Session session = session("s");
    private final Registration provider = provider(TrustLevel.PROJECT, SESSION, session);

    @Test
    void an_event_that_is_kept_is_in_its_stream_and_nowhere_else() {
        Optional<Complaint> complaint = desk.push(provider, Push.of(PushLevel.KEEP, "green"));

        assertThat(complaint).isEmpty();
        assertThat(events()).containsExactly("green");
        assertThat(effects.take()).isEmpty();
    }

    @Test
    void an_event_that_surfaces_is_in_the_timeline_under_its_stream() {
        desk.push(provider, Push.of(PushLevel.SURFACE, "green"));

        assertThat(lines()).singleElement().satisfies(line -> {
            assertThat(line.level()).isEqualTo(TimelineEntry.Level.SURFACE);
            assertThat(line.source()).isEqualTo("ci@ci");
            assertThat(line.text()).isEqualTo("green");
        });
    }

    @Test
    void the_timeline_names_a_stream_as_it_is_read() {
        Registration namesake = provider("CI", TrustLevel.EXTERNAL, SESSION, session);
        desk.push(provider, Push.of(PushLevel.KEEP, "the first owner of the name"));

        desk.push(namesake, Push.of(PushLevel.SURFACE, "green"));

        StreamShelf.Stream stream =
                session.streams().find("ci~2", new StreamName("CI")).orElseThrow();
        assertThat(lines())
                .extracting(TimelineEntry::source)
                .containsExactly(stream.view().name());
    }

    @Test
    void an_event_that_is_injected_goes_into_the_conversation() {
        desk.push(provider, Push.of(PushLevel.INJECT, "red"));

        assertThat(injected()).singleElement().satisfies(prompt -> {
            assertThat(prompt.kind()).isEqualTo(InjectedPrompt.Kind.EVENT);
            assertThat(prompt.text()).isEqualTo("red");
            assertThat(prompt.source().trust()).isEqualTo(TrustLevel.PROJECT);
        });
    }

    @Test
    void D189_the_event_above_the_rate_is_refused_and_not_kept() {
        int most = kernel.limit(Limit.PUSHES_PER_SECOND);
        for (int i = 0; i < most; i++) {
            assertThat(desk.push(provider, Push.of(PushLevel.KEEP, "fits"))).isEmpty();
        }

        Optional<Complaint> complaint = desk.push(provider, Push.of(PushLevel.KEEP, "does not"));

        assertThat(complaint).contains(new Complaint(ErrorCode.RATE_LIMITED, "more than 10 pushes in a second"));
        assertThat(events()).hasSize(most).doesNotContain("does not");
    }

    @Test
    void D189_a_second_later_there_is_room_again() {
        for (int i = 0; i < kernel.limit(Limit.PUSHES_PER_SECOND); i++) {
            desk.push(provider, Push.of(PushLevel.KEEP, "fits"));
        }

        kernel.advanceTo(TimeUnit.SECONDS.toNanos(1));

        assertThat(desk.push(provider, Push.of(PushLevel.KEEP, "fits"))).isEmpty();
    }

    @Test
    void D193_only_who_is_trusted_may_write_prompts() {
        Registration page = provider(TrustLevel.EXTERNAL, SESSION, session);

        Optional<Complaint> complaint = desk.push(page, prompt("do it"));

        assertThat(complaint)
                .contains(new Complaint(ErrorCode.UNAUTHORIZED, "/prompt: only trusted providers may write prompts"));
        assertThat(injected()).isEmpty();
    }

    @Test
    void D193_a_prompt_may_be_as_long_as_the_limit_and_no_longer() {
        int most = kernel.limit(Limit.PROMPT);

        Optional<Complaint> longest = desk.push(provider, prompt("x".repeat(most)));
        Optional<Complaint> longer = desk.push(provider, prompt("x".repeat(most + 1)));

        assertThat(longest).isEmpty();
        assertThat(longer)
                .contains(new Complaint(ErrorCode.PAYLOAD_TOO_LARGE, "/prompt: larger than " + most + " bytes"));
    }

    @Test
    void D194_a_session_that_is_not_the_providers_is_refused() {
        Push.Target target = new Push.Target(Optional.of(new SessionId("other")), false);

        assertThat(desk.push(provider, to(target)))
                .contains(new Complaint(ErrorCode.INVALID_SESSION, "/sessionId: no such session, or not yours"));
    }

    @Test
    void D194_a_provider_of_one_session_may_not_broadcast() {
        assertThat(desk.push(provider, to(new Push.Target(Optional.empty(), true))))
                .contains(new Complaint(ErrorCode.INVALID_SESSION, "/broadcast: is for providers of all sessions"));
    }

    @Test
    void D194_a_broadcast_is_in_every_session_and_its_first_refusal_is_told() {
        Session second = session("t");
        Registration everywhere = provider(TrustLevel.INTERNAL, SessionId.ALL, session, second);
        Push broadcast = to(new Push.Target(Optional.empty(), true));
        for (int i = 0; i < kernel.limit(Limit.PUSHES_PER_SECOND); i++) {
            desk.push(everywhere, to(new Push.Target(Optional.of(SESSION), false)));
        }

        Optional<Complaint> complaint = desk.push(everywhere, broadcast);

        assertThat(complaint).map(Complaint::code).contains(ErrorCode.RATE_LIMITED);
        assertThat(second.streams().find("ci", STREAM).orElseThrow().newest(1)).hasSize(1);
    }

    @Test
    void D199_a_stream_too_many_is_refused() {
        int most = kernel.limit(Limit.STREAMS_PER_PROVIDER);
        for (int i = 0; i < most; i++) {
            assertThat(desk.push(provider, in("stream-" + i))).isEmpty();
            kernel.advanceTo(kernel.now() + TimeUnit.SECONDS.toNanos(1));
        }

        assertThat(desk.push(provider, in("one-too-many")))
                .contains(new Complaint(
                        ErrorCode.PAYLOAD_TOO_LARGE, "/stream: the provider has " + most + " streams already"));
    }

    @Test
    void D202_a_filter_decides_how_far_an_event_goes() {
        filter(new FilterRule("green", FilterRule.Outcome.KEEP), new FilterRule("noise", FilterRule.Outcome.DROP));

        desk.push(provider, Push.of(PushLevel.INJECT, "all green"));
        desk.push(provider, Push.of(PushLevel.INJECT, "noise"));

        assertThat(events()).containsExactly("all green");
        assertThat(effects.take()).isEmpty();
    }

    @Test
    void D203_nothing_is_injected_into_a_session_that_ends() {
        session.beginEnd();

        desk.push(provider, Push.of(PushLevel.INJECT, "red"));

        assertThat(injected()).isEmpty();
        assertThat(lines()).extracting(TimelineEntry::text).containsExactly("red");
    }

    @Test
    void D190_the_second_injection_waits_until_the_session_is_idle() {
        desk.push(provider, Push.of(PushLevel.INJECT, "first"));
        desk.push(provider, Push.of(PushLevel.INJECT, "second"));
        int before = injected().size();

        session.wantIdle();
        new Injector(kernel, feed, new Lifecycle(kernel), new InboxDesk(kernel, feed)).idleIfQuiet(session);

        assertThat(before).isEqualTo(1);
        assertThat(injected()).extracting(InjectedPrompt::text).containsExactly("first", "second");
    }

    @Test
    void D190_what_cannot_even_wait_is_stored_and_refused() {
        desk.push(provider, Push.of(PushLevel.INJECT, "delivered"));
        for (int i = 0; i < kernel.limit(Limit.WAITING_INJECTS); i++) {
            kernel.advanceTo(kernel.now() + TimeUnit.SECONDS.toNanos(1));
            assertThat(desk.push(provider, Push.of(PushLevel.INJECT, "waits"))).isEmpty();
        }

        Optional<Complaint> complaint = desk.push(provider, Push.of(PushLevel.INJECT, "one too many"));

        assertThat(complaint)
                .contains(new Complaint(ErrorCode.RATE_LIMITED, "stored, but not injected: too many injections"));
        assertThat(events()).contains("one too many");
    }

    @Test
    void D191_a_refused_prompt_without_an_event_is_not_said_to_be_stored() {
        for (int i = 0; i < kernel.limit(Limit.WAITING_INJECTS) + 1; i++) {
            kernel.advanceTo(kernel.now() + TimeUnit.SECONDS.toNanos(1));
            assertThat(desk.push(provider, prompt("waits"))).isEmpty();
        }

        Optional<Complaint> complaint = desk.push(provider, prompt("one too many"));

        assertThat(complaint).contains(new Complaint(ErrorCode.RATE_LIMITED, "not injected: too many injections"));
        assertThat(events()).isEmpty();
    }

    @Test
    void D197_metadata_may_be_as_large_as_the_limit_and_is_replaced_beyond() {
        int most = kernel.limit(Limit.STREAM_METADATA);
        int room = most - text("").json().length();

        desk.push(provider, with(text("x".repeat(room))));
        desk.push(provider, with(text("x".repeat(room + 1))));

        List<StreamEntry> newestFirst = stream().newest(2);
        assertThat(newestFirst.get(1).metadata().orElseThrow().json()).hasSize(most);
        assertThat(newestFirst.get(0).metadata().orElseThrow().json()).isEqualTo("{\"truncated\":true}");
    }

    private Session session(String id) {
        SessionInfo info = SessionInfo.of(id, "A session", Path.of("/code"));
        return new Session(info, ToolUse.Place.of(Optional.empty(), info.cwd()), false, kernel);
    }

    private Registration provider(TrustLevel trust, SessionId scope, Session... sessions) {
        return provider("ci", trust, scope, sessions);
    }

    private Registration provider(String name, TrustLevel trust, SessionId scope, Session... sessions) {
        Connection connection = new Connection(new ConnectionId(1), new Peer.Remote(Optional.empty()), kernel);
        Hello hello = Hello.of(name, Optional.of(scope), List.of());
        Registration registration = new Registration(
                connection,
                new Principal("principal-" + trust, trust, Optional.of(SESSION), Optional.empty()),
                IdentityKey.of(scope, hello.identity()),
                hello,
                new ProviderId("p-1"));
        connection.setRegistration(registration);
        for (Session one : sessions) {
            one.enter(new Presence(registration, one, kernel.now()));
        }
        return registration;
    }

    private void filter(FilterRule... rules) {
        EventFilter filter = EventFilter.compile(List.of(rules), kernel.limits(), "/rules");
        provider.presences().forEach(presence -> presence.setFilter(STREAM, filter));
    }

    private StreamShelf.Stream stream() {
        return session.streams().find("ci", STREAM).orElseThrow();
    }

    private List<String> events() {
        return stream().newest(100).stream().map(StreamEntry::event).toList();
    }

    private List<TimelineEntry> lines() {
        return notices(HostNotice.Log.class).stream().map(HostNotice.Log::entry).toList();
    }

    private List<InjectedPrompt> injected() {
        return notices(HostNotice.Send.class).stream()
                .map(HostNotice.Send::prompt)
                .toList();
    }

    private <T extends HostNotice> List<T> notices(Class<T> type) {
        return effects.all(Noticed.class).stream()
                .map(Noticed::notice)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private static Push prompt(String text) {
        return new Push(
                PushLevel.INJECT,
                Optional.empty(),
                Optional.of(text),
                Optional.empty(),
                Push.Target.BOUND_SESSION,
                Optional.empty());
    }

    private static Push to(Push.Target target) {
        return push(Optional.empty(), target, Optional.empty());
    }

    private static Push in(String stream) {
        return push(Optional.of(new StreamName(stream)), Push.Target.BOUND_SESSION, Optional.empty());
    }

    private static JsonValue text(String value) {
        return JsonValue.object(Map.of("text", JsonValue.of(value)));
    }

    private static Push with(JsonValue metadata) {
        return push(Optional.empty(), Push.Target.BOUND_SESSION, Optional.of(metadata));
    }

    private static Push push(Optional<StreamName> stream, Push.Target target, Optional<JsonValue> metadata) {
        return new Push(PushLevel.KEEP, Optional.of("an event"), Optional.empty(), stream, target, metadata);
    }
}
