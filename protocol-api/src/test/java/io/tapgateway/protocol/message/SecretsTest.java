package io.tapgateway.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SecretsTest {
    private static final String SECRET = "s3cr3t-value";

    @Test
    void T09_messages_with_secrets_do_not_show_them() {
        Hello hello = new Hello(
                new Hello.Identity(new ProviderName("ci"), Optional.empty()),
                Optional.empty(),
                Optional.of(SECRET),
                Hello.Contribution.NOTHING);
        HelloAck ack = new HelloAck(new ProviderId("p-1"), new SessionId("abc"), SECRET, 1, Optional.empty());

        assertThat(List.of(
                        Auth.token(SECRET),
                        new AuthConfirm(SECRET),
                        hello,
                        ack,
                        new Sessions(Optional.of(SECRET), List.of())))
                .allSatisfy(message -> assertThat(message.toString()).doesNotContain(SECRET));
    }
}
