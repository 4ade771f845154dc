package io.tapgateway.provider.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.Binding;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.NotBound;
import io.tapgateway.provider.Provider;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProviderLifeTest {
    private static final Binding BINDING = new Binding(new ProviderId("p-1"), new SessionId("abc"), Optional.empty());

    private final Provider provider =
            Provider.named("ci").context("CI is green").onError(fault -> {}).build();
    private final UserCode code = new UserCode(Runnable::run, provider.listener());
    private final ProviderLife life = new ProviderLife(code);

    @Test
    void a_connection_that_ends_is_followed_by_another() {
        Conversation first = conversation();

        assertThat(life.connected(first)).isTrue();
        assertThat(life.conversation()).contains(first);
        life.disconnected();

        assertThat(life.conversation()).isEmpty();
        assertThat(life.wantsConnection()).isTrue();
        assertThat(life.connected(conversation())).isTrue();
    }

    @Test
    void a_provider_that_leaves_ends_with_its_connection() {
        Conversation open = conversation();
        life.connected(open);

        assertThat(life.leave()).contains(open);
        assertThat(life.wantsConnection()).isFalse();
        assertThat(life.whenEnded()).isNotCompleted();
        assertThat(life.leave()).as("goodbye is said once").isEmpty();
        life.disconnected();

        assertThat(life.whenEnded()).isCompleted();
        assertThat(life.whenBound()).isCompletedExceptionally();
    }

    @Test
    void a_provider_that_leaves_without_a_connection_ends_at_once_and_uses_none_that_comes_later() {
        assertThat(life.leave()).isEmpty();

        assertThat(life.whenEnded()).isCompleted();
        assertThat(life.connected(conversation())).isFalse();
        life.disconnected();
        assertThat(life.wantsConnection()).isFalse();
    }

    @Test
    void a_provider_that_is_finished_says_why_it_was_never_bound() {
        life.connected(conversation());

        life.finish(new NotBound("no pairing code was entered"));

        assertThat(life.wantsConnection()).isFalse();
        assertThatThrownBy(() -> life.whenBound().toCompletableFuture().join())
                .hasRootCauseMessage("no pairing code was entered");
    }

    @Test
    void the_first_binding_stays_the_first() {
        life.connected(conversation());
        life.bound(BINDING);

        life.finish(new NotBound("too late"));

        assertThat(life.whenBound()).isCompletedWithValue(BINDING);
    }

    @Test
    void a_transport_cannot_open_a_second_connection_or_end_one_that_it_never_opened() {
        assertThatThrownBy(life::disconnected)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("toDisconnected: the provider is Unconnected");
        life.connected(conversation());
        assertThatThrownBy(() -> life.connected(conversation()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("toConnected: the provider is Connected");
        life.leave();
        assertThatThrownBy(() -> life.connected(conversation()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("toConnected: the provider is Leaving");
    }

    private Conversation conversation() {
        ProviderChannel silent = new ProviderChannel() {
            @Override
            public void send(ProviderMessage message) {}

            @Override
            public void close() {}
        };
        Places places =
                new Places(provider, () -> Entry.remote(provider, Credentials.none()), Runnable::run, Optional.empty());
        return new Conversation(places, places.first(), silent);
    }
}
