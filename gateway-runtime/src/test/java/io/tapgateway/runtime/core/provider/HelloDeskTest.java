package io.tapgateway.runtime.core.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.ContextUpdate;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.InstanceName;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.runtime.FileResults;
import io.tapgateway.runtime.HookPolicy;
import io.tapgateway.runtime.Policies;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.core.DrivenCore;
import io.tapgateway.runtime.core.PeerInput;
import io.tapgateway.runtime.core.RecordingEffects;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A hello, decided at once or after it has waited. */
class HelloDeskTest {
    private static final GatewayState AWAIT_HELLO = GatewayState.awaitAuth().toAwaitHello();
    private static final GatewayState REGISTERING = AWAIT_HELLO.toRegistering();
    private static final Duration PROBE = Duration.ofMillis(Limit.LIVENESS_PROBE.standard());
    private static final Duration FILE = Duration.ofMillis(Limit.FILE_READ.standard());
    private static final String TOO_OFTEN = "too many hellos in a minute; wait a little";
    private static final String DUPLICATE = "another connection is registered under this name and instance";

    private final DrivenCore core = new DrivenCore(Policies.STANDARD);
    private final Secret token = core.spawnToken("ci");

    @Test
    void D077_a_claim_waits_for_a_sign_of_life_of_the_holder() {
        ConnectionId holder = bound();
        ConnectionId claimant = core.connect(token);

        core.says(claimant, hello());

        assertThat(core.effects().all(RecordingEffects.Pinged.class))
                .containsExactly(new RecordingEffects.Pinged(holder));
        assertThat(core.state(claimant)).isEqualTo(REGISTERING);
        assertThat(core.effects().sentTo(claimant)).hasSize(1);
    }

    @Test
    void D077_a_holder_that_answers_keeps_its_identity() {
        ConnectionId holder = bound();
        ConnectionId claimant = core.connect(token);
        core.says(claimant, hello());

        core.input(new PeerInput.Ponged(holder));

        assertThat(core.errors(claimant)).containsExactly(DUPLICATE);
        assertThat(core.state(claimant)).isEqualTo(AWAIT_HELLO);
        assertThat(core.closed(holder)).isEmpty();
    }

    @Test
    void D077_a_holder_that_stays_silent_makes_way() {
        ConnectionId holder = bound();
        ConnectionId claimant = core.connect(token);
        core.says(claimant, hello());

        core.pass(PROBE.minusNanos(1));
        Optional<CloseCode> before = core.closed(holder);
        core.pass(Duration.ofNanos(1));

        assertThat(before).isEmpty();
        assertThat(core.closed(holder)).contains(CloseCode.TAKEN_OVER);
        assertThat(core.sent(claimant, HelloAck.class)).hasSize(1);
        assertThat(core.state(claimant)).isEqualTo(AWAIT_HELLO.toBound(idOf(claimant)));
    }

    @Test
    void D077_a_holder_that_leaves_meanwhile_leaves_its_identity_to_the_claimant() {
        ConnectionId holder = bound();
        ConnectionId claimant = core.connect(token);
        core.says(claimant, hello());

        core.input(new PeerInput.Closed(holder, CloseCode.GOING_AWAY));

        assertThat(core.sent(claimant, HelloAck.class)).hasSize(1);
        assertThat(core.closed(holder)).isEmpty();
    }

    @Test
    void D077_of_two_claimants_the_first_gets_the_identity_and_the_second_waits_on() {
        ConnectionId holder = bound();
        ConnectionId first = core.connect(token);
        ConnectionId second = core.connect(token);
        core.says(first, hello());
        core.says(second, hello());

        core.says(holder, new Goodbye(Optional.empty()));

        assertThat(core.sent(first, HelloAck.class)).hasSize(1);
        assertThat(core.sent(second, HelloAck.class)).isEmpty();
        assertThat(core.state(second)).isEqualTo(REGISTERING);
        assertThat(core.effects().all(RecordingEffects.Pinged.class)).endsWith(new RecordingEffects.Pinged(first));
    }

    @Test
    void D041_nobody_inherits_an_identity_by_a_token_that_is_revoked() {
        ConnectionId holder = bound();
        ConnectionId claimant = core.connect(token);
        core.says(claimant, hello());

        core.core().revoke(token, core.now());

        assertThat(core.closed(holder)).contains(CloseCode.AUTH_FAILED);
        assertThat(core.closed(claimant)).contains(CloseCode.AUTH_FAILED);
        assertThat(core.sent(claimant, HelloAck.class)).isEmpty();
    }

    @Test
    void D094_what_comes_in_while_a_hello_is_open_is_handled_after_it_and_in_order() {
        ConnectionId holder = bound();
        ConnectionId claimant = core.connect(token);
        core.says(claimant, hello());

        core.says(claimant, context("one"));
        core.says(claimant, context("two"));
        List<Ack> before = core.sent(claimant, Ack.class);
        core.input(new PeerInput.Closed(holder, CloseCode.GOING_AWAY));

        assertThat(before).isEmpty();
        assertThat(core.effects().sentTo(claimant)).element(1).isInstanceOf(HelloAck.class);
        assertThat(core.sent(claimant, Ack.class))
                .extracting(ack -> ack.requestId().value())
                .containsExactly("one", "two");
    }

    @Test
    void D094_what_came_in_while_a_hello_was_open_is_judged_by_its_outcome() {
        ConnectionId holder = bound();
        ConnectionId claimant = core.connect(token);
        core.says(claimant, hello());

        core.says(claimant, context("one"));
        core.input(new PeerInput.Ponged(holder));

        assertThat(core.errors(claimant)).containsExactly(DUPLICATE, "'context.update' not legal in state AwaitHello");
    }

    @Test
    void D094_a_hello_among_what_waits_has_the_rest_wait_on() {
        ConnectionId holder = bound();
        ConnectionId claimant = core.connect(token);
        core.says(claimant, hello());

        core.says(claimant, hello());
        core.says(claimant, context("one"));
        core.input(new PeerInput.Ponged(holder));
        List<String> errors = core.errors(claimant);
        core.input(new PeerInput.Closed(holder, CloseCode.GOING_AWAY));

        assertThat(errors).containsExactly(DUPLICATE);
        assertThat(core.errors(claimant)).containsExactly(DUPLICATE);
        assertThat(core.sent(claimant, Ack.class)).hasSize(1);
    }

    @Test
    void D231_no_more_waits_for_a_hello_than_may_come_at_once() {
        bound();
        ConnectionId claimant = core.connect(token);
        core.says(claimant, hello());

        for (int i = 0; i < Limit.MESSAGE_BURST.standard(); i++) {
            core.says(claimant, context("fits"));
        }
        Optional<CloseCode> before = core.closed(claimant);
        core.says(claimant, context("does not"));

        assertThat(before).isEmpty();
        assertThat(core.closed(claimant)).contains(CloseCode.POLICY_VIOLATION);
    }

    @Test
    void D091_a_repeated_hello_that_waits_has_given_up_its_old_binding() {
        bound();
        ConnectionId rebinding = core.connect(token);
        core.says(rebinding, instance("b"));
        ProviderId old = idOf(rebinding);

        core.says(rebinding, instance("a"));
        GatewayState waiting = core.state(rebinding);
        core.pass(PROBE);

        assertThat(waiting).isEqualTo(AWAIT_HELLO.toBound(old).toUnregistered().toRegistering());
        assertThat(core.state(rebinding)).isEqualTo(AWAIT_HELLO.toBound(idOf(rebinding)));
        assertThat(idOf(rebinding)).isNotEqualTo(old);
    }

    @Test
    void D091_a_repeated_hello_that_waits_in_vain_leaves_the_connection_unbound() {
        ConnectionId holder = bound();
        ConnectionId rebinding = core.connect(token);
        core.says(rebinding, instance("b"));
        ProviderId old = idOf(rebinding);

        core.says(rebinding, instance("a"));
        core.input(new PeerInput.Ponged(holder));

        assertThat(core.errors(rebinding)).containsExactly(DUPLICATE);
        assertThat(core.state(rebinding)).isEqualTo(AWAIT_HELLO.toBound(old).toUnregistered());
    }

    @Test
    void a_claimant_that_leaves_leaves_nothing_behind() {
        bound();
        ConnectionId claimant = core.connect(token);
        core.pass(PROBE);
        int timers = core.core().pendingTimers();
        core.says(claimant, hello());

        core.input(new PeerInput.Closed(claimant, CloseCode.GOING_AWAY));
        core.pass(PROBE);

        assertThat(core.sent(claimant, HelloAck.class)).isEmpty();
        // The one less is that of its pings.
        assertThat(core.core().pendingTimers()).isEqualTo(timers - 1);
    }

    @Test
    void D153_a_directory_is_there_before_it_is_named() {
        Files files = new Files();

        files.core.says(files.provider, hello());
        GatewayState waiting = files.core.state(files.provider);
        files.core.input(new PeerInput.DirectoryPrepared(files.provider, files.directory(), true));

        assertThat(waiting).isEqualTo(REGISTERING);
        assertThat(files.core.sent(files.provider, HelloAck.class))
                .singleElement()
                .extracting(ack -> ack.persistDir().orElseThrow())
                .isEqualTo(files.directory() + "/");
    }

    @Test
    void D153_a_directory_that_cannot_be_used_is_not_named() {
        Files files = new Files();

        files.core.says(files.provider, hello());
        files.core.input(new PeerInput.DirectoryPrepared(files.provider, files.directory(), false));

        assertThat(files.core.sent(files.provider, HelloAck.class))
                .singleElement()
                .satisfies(ack -> assertThat(ack.persistDir()).isEmpty());
    }

    @Test
    void D153_a_directory_that_takes_too_long_is_not_waited_for_and_changes_nothing_when_it_comes() {
        Files files = new Files();

        files.core.says(files.provider, hello());
        files.core.pass(FILE);
        files.core.input(new PeerInput.DirectoryPrepared(files.provider, files.directory(), true));

        assertThat(files.core.sent(files.provider, HelloAck.class))
                .singleElement()
                .satisfies(ack -> assertThat(ack.persistDir()).isEmpty());
    }

    @Test
    void D153_another_directory_than_the_one_that_is_waited_for_changes_nothing() {
        Files files = new Files();

        files.core.says(files.provider, hello());
        files.core.input(new PeerInput.DirectoryPrepared(files.provider, Path.of("/elsewhere"), true));

        assertThat(files.core.state(files.provider)).isEqualTo(REGISTERING);
    }

    /** A gateway where providers may keep files, and one that may. */
    private static final class Files {
        private final DrivenCore core = new DrivenCore(
                new Policies(HookPolicy.STANDARD, Optional.of(FileResults.in(Path.of("/files"))), Set.of()));
        private final ConnectionId provider = core.connect(core.spawnToken("ci"));

        private Path directory() {
            return core.effects().all(RecordingEffects.Preparing.class).get(0).directory();
        }
    }

    /** The holder of the identity that {@link #hello} claims. */
    @Test
    void D090_who_greets_too_often_uses_up_the_rate_of_nobody_who_shares_its_token() {
        Secret shared = core.core().issueDiscoveryToken(core.now());
        ConnectionId loud = core.connect(shared);
        ConnectionId quiet = core.connect(shared);

        for (int i = 0; i < Limit.HELLOS_PER_MINUTE_PER_TOKEN.standard(); i++) {
            core.says(loud, named("loud"));
            core.pass(Duration.ofMillis(20));
        }
        core.says(quiet, named("quiet"));

        assertThat(core.errors(loud)).last().isEqualTo(TOO_OFTEN);
        assertThat(core.errors(quiet)).hasSize(1).doesNotContain(TOO_OFTEN);
    }

    private ConnectionId bound() {
        ConnectionId holder = core.connect(token);
        core.says(holder, hello());
        return holder;
    }

    private ProviderId idOf(ConnectionId connection) {
        List<HelloAck> acks = core.sent(connection, HelloAck.class);
        return acks.get(acks.size() - 1).providerId();
    }

    private static Hello hello() {
        return instance("a");
    }

    private static Hello named(String name) {
        return new Hello(
                new Hello.Identity(new ProviderName(name), Optional.empty()),
                Optional.empty(),
                Optional.empty(),
                Hello.Contribution.NOTHING);
    }

    private static Hello instance(String name) {
        return new Hello(
                new Hello.Identity(new ProviderName("ci"), Optional.of(new InstanceName(name))),
                Optional.empty(),
                Optional.empty(),
                Hello.Contribution.NOTHING);
    }

    private static ContextUpdate context(String request) {
        return new ContextUpdate(Optional.of(new RequestId(request)), Optional.empty(), "a context");
    }
}
