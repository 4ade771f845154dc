package io.tapgateway.runtime.core.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.core.kernel.LoneKernel;
import io.tapgateway.runtime.core.state.IdentityKey;
import org.junit.jupiter.api.Test;

final class ProviderIdsTest {
    private static final SessionId OPEN = new SessionId("open");
    private static final SessionId ENDED = new SessionId("ended");

    private final ProviderIds ids =
            new ProviderIds(LoneKernel.with(Limits.standard().with(Limit.FORMER_IDENTITIES, 10)));

    private static IdentityKey key(SessionId session, String name) {
        return new IdentityKey(session, name, "");
    }

    private void comeAndGo(SessionId session, int identities) {
        for (int i = 0; i < identities; i++) {
            ids.of(key(session, "p" + i));
        }
        ids.sessionEnded(session);
    }

    @Test
    void I33_identities_of_an_open_session_are_never_forgotten() {
        ProviderId first = ids.of(key(OPEN, "first"));

        for (int i = 0; i < 20_000; i++) {
            ids.of(key(OPEN, "p" + i));
        }
        comeAndGo(ENDED, 20_000);

        assertThat(ids.of(key(OPEN, "first"))).isEqualTo(first);
    }

    @Test
    void D071_a_session_that_comes_back_finds_its_provider_ids() {
        ProviderId before = ids.of(key(ENDED, "ci"));
        ids.sessionEnded(ENDED);

        assertThat(ids.of(key(ENDED, "ci"))).isEqualTo(before);
        assertThat(ids.of(key(OPEN, "ci"))).isNotEqualTo(before);
    }

    @Test
    void of_ended_sessions_so_many_are_remembered_and_no_more() {
        ids.of(key(ENDED, "one"));
        ids.sessionEnded(ENDED);

        comeAndGo(new SessionId("later"), 9);
        boolean rememberedAtTheLimit = ids.known(key(ENDED, "one")).isPresent();
        comeAndGo(new SessionId("last"), 1);

        assertThat(rememberedAtTheLimit).isTrue();
        assertThat(ids.known(key(ENDED, "one"))).isEmpty();
    }
}
