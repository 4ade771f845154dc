package io.tapgateway.transport.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.Refused;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.RecordingHost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Providers in the process that are trusted no further than a program of their session. */
class LocalTrustTest {
    private static final SessionId ABC = LocalGateway.SESSION;

    private final LocalGateway local = new LocalGateway();
    private final LocalProviderTransport asProgram = local.transport.trust(TrustLevel.PROJECT);

    @AfterEach
    void closeGateway() {
        local.gateway.closeNow();
    }

    @Test
    void D022_a_provider_that_counts_as_a_program_is_shown_as_one_and_its_tools_are_called() {
        asProgram.attach(ABC, local.greeter());

        assertThat(local.gateway.providers())
                .singleElement()
                .satisfies(it -> assertThat(it.trust()).isEqualTo(TrustLevel.PROJECT));
        assertThat(local.session.tools()).extracting(RegisteredTool::trust).containsExactly(TrustLevel.PROJECT);
        assertThat(local.call("greet", Map.of("name", "Ada")).ok()).isTrue();
    }

    @Test
    void D022_it_may_not_do_what_only_the_process_itself_may() {
        Provider replacing = local.named("loud").replace("rules", "none").build();

        assertRefused(asProgram.attach(ABC, replacing), ErrorCode.UNAUTHORIZED);
        assertThat(local.transport.attach(ABC, replacing).binding()).isPresent();
    }

    @Test
    void D022_it_belongs_to_its_session_and_to_no_other() {
        GatewaySession other =
                local.gateway.openSession(SessionInfo.of("other", "Other", Path.of("/code")), new RecordingHost());

        asProgram.attach(ABC, local.greeter());

        assertThat(local.session.tools()).hasSize(1);
        assertThat(other.tools()).isEmpty();
        assertRefused(asProgram.attachToAll(ABC, local.named("everywhere").build()), ErrorCode.UNAUTHORIZED);
    }

    @Test
    void D022_what_it_says_is_looked_through_for_tokens_and_what_the_process_says_is_not() {
        String token = "tok-" + "A".repeat(43);
        Provider leaky = local.named("leaky")
                .tool("leak", "Tells a secret", Schema.object(), call -> token)
                .build();

        BoundProvider attached = asProgram.attach(ABC, leaky);
        ToolOutcome ofProgram = local.call("leak", Map.of());
        attached.close();
        local.transport.attach(ABC, leaky);
        ToolOutcome ofProcess = local.call("leak", Map.of());

        assertThat(((ToolOutcome.Success) ofProgram).data()).isNotEqualTo(JsonValue.of(token));
        assertThat(((ToolOutcome.Success) ofProcess).data()).isEqualTo(JsonValue.of(token));
    }

    @Test
    void D066_it_does_not_outlive_its_session_and_joins_no_later_one_of_the_same_id() {
        BoundProvider attached = asProgram.attach(ABC, local.greeter());

        LocalGateway.now(local.session.close());
        GatewaySession later =
                local.gateway.openSession(SessionInfo.of("abc", "Again", Path.of("/code")), new RecordingHost());

        assertThat(attached.whenEnded().toCompletableFuture()).isCompleted();
        assertThat(later.tools()).isEmpty();
    }

    @Test
    void D191_who_comes_back_under_its_name_has_not_the_right_to_insist_anew() {
        for (int i = 0; i < 6; i++) {
            BoundProvider attached = asProgram.attach(
                    ABC, local.named("pushy").onError(refusal -> {}).build());
            attached.push(insisting());
            attached.close();
            local.session.idle();
        }
        BoundProvider other = asProgram.attach(ABC, local.named("other").build());
        other.push(insisting());

        assertThat(local.host.injected())
                .extracting(it -> it.source().provider().value())
                .containsExactly("pushy", "pushy", "pushy", "pushy", "other");
    }

    private static Push insisting() {
        return new Push(
                PushLevel.INJECT,
                Optional.empty(),
                Optional.of("go on"),
                Optional.empty(),
                Push.Target.BOUND_SESSION,
                Optional.empty());
    }

    @ParameterizedTest
    @EnumSource(
            value = TrustLevel.class,
            names = {"DISCOVERY", "EXTERNAL"})
    void no_object_in_the_process_is_trusted_like_a_stranger(TrustLevel level) {
        assertThatThrownBy(() -> local.transport.trust(level)).isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertRefused(BoundProvider attached, ErrorCode code) {
        assertThat(attached.whenBound().toCompletableFuture())
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        Refused.class, it -> assertThat(it.code()).isEqualTo(code));
    }
}
