package io.tapgateway.runtime.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.InterceptorVerdict;
import io.tapgateway.runtime.Policies;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.core.GatewayCore;
import io.tapgateway.runtime.core.HostInput;
import io.tapgateway.runtime.core.RecordingEffects;
import io.tapgateway.runtime.core.kernel.Confinement;
import io.tapgateway.runtime.core.kernel.Effects;
import io.tapgateway.runtime.core.kernel.InterceptorAddress;
import io.tapgateway.runtime.core.kernel.NumberedIds;
import io.tapgateway.runtime.core.kernel.Receipt;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A bug that comes to light after interceptors have answered costs what they were asked about, and is told. */
class InterceptedFaultsTest {
    private static final SessionId S = new SessionId("s");

    private record Address() implements InterceptorAddress {}

    private record Asked<T>() implements Receipt<T> {}

    private final RecordingEffects effects = RecordingEffects.unobserved();

    /** The name of the effect that fails the next time. */
    private String failing = "";

    private final GatewayCore core = new GatewayCore(
            Limits.standard(),
            new NumberedIds(),
            () -> Instant.EPOCH,
            () -> 0,
            failing(),
            Policies.STANDARD,
            Confinement.NONE);

    private Effects failing() {
        return (Effects) Proxy.newProxyInstance(
                Effects.class.getClassLoader(), new Class<?>[] {Effects.class}, (proxy, method, args) -> {
                    if (method.getName().equals(failing)) {
                        failing = "";
                        throw new IllegalStateException("a bug, on purpose");
                    }
                    try {
                        return method.invoke(effects, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @BeforeEach
    void open() {
        core.openSession(SessionInfo.of(S.value(), "A session", Path.of("/code")), Optional.empty(), false, 0);
        handle(new HostInput.InterceptorAdded(
                S, new ProviderName("guard"), 0, EnumSet.allOf(InterceptorInterest.class), new Address()));
    }

    private void handle(HostInput input) {
        core.handle(input, 0);
    }

    /** The interceptor lets it pass, and what follows fails at that effect. */
    private void letPass(String failingEffect) {
        assertThat(effects.all(RecordingEffects.Completed.class)).isEmpty();
        failing = failingEffect;
        handle(new HostInput.InterceptorAnswered(S, 1, InterceptorVerdict.allow()));
    }

    private void requireEnd(Receipt<?> receipt, Object answer) {
        assertThat(effects.all(RecordingEffects.Completed.class))
                .containsExactly(new RecordingEffects.Completed(receipt, answer));
        assertThat(effects.all(RecordingEffects.Failed.class))
                .singleElement()
                .satisfies(it -> assertThat(it.bug()).hasMessage("a bug, on purpose"));
    }

    @Test
    void Z061_a_text_is_withheld() {
        Receipt<String> receipt = new Asked<>();
        handle(new HostInput.TextSaid(S, "hello", receipt));

        letPass("notifyInterceptor");

        requireEnd(receipt, "withheld: internal error");
    }

    @Test
    void Z061_a_turn_is_not_begun() {
        Receipt<Optional<String>> receipt = new Asked<>();
        handle(new HostInput.TurnBegun(S, 1, receipt));

        letPass("complete");

        requireEnd(receipt, Optional.of("internal error"));
    }

    @Test
    void Z061_a_use_is_denied() {
        Receipt<HookDecision> receipt = new Asked<>();
        handle(new HostInput.ToolChecked(S, "shell", JsonValue.EMPTY_OBJECT, CheckOptions.NONE, receipt));

        letPass("complete");

        requireEnd(receipt, new HookDecision.Deny("internal error", Optional.empty()));
    }

    @Test
    void Z061_the_next_one_is_asked_about_as_ever() {
        Z061_a_text_is_withheld();
        effects.take();
        Receipt<String> receipt = new Asked<>();
        handle(new HostInput.TextSaid(S, "again", receipt));

        handle(new HostInput.InterceptorAnswered(S, 2, InterceptorVerdict.allow()));

        assertThat(effects.all(RecordingEffects.Completed.class))
                .isEqualTo(List.of(new RecordingEffects.Completed(receipt, "again")));
    }
}
