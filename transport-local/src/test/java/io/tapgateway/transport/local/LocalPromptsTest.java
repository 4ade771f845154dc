package io.tapgateway.transport.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.hook.HookSet;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.RecordingHost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What authors of providers can do to prompts, on the test's own thread and under virtual time. */
class LocalPromptsTest {
    private static final SessionId ABC = new SessionId("abc");

    private final ManualClock clock = ManualClock.create();
    private final Gateway gateway =
            Gateway.builder().clock(clock).executor(Runnable::run).build();
    private final GatewaySession session =
            gateway.openSession(SessionInfo.of("abc", "PR #42", Path.of("/code")), new RecordingHost());
    private final LocalProviderTransport transport =
            LocalProviderTransport.to(gateway).executor(Runnable::run);
    private final List<String> faults = new ArrayList<>();

    @AfterEach
    void closeGateway() {
        gateway.closeNow();
    }

    @Test
    void D183_D188_what_a_provider_has_to_say_reaches_the_prompt() {
        transport.attach(
                ABC,
                guide().prepend("style", "First.")
                        .append("Tone ", "Aside.")
                        .replace("rules", "None.")
                        .transform("notes", current -> current.toUpperCase(Locale.ROOT))
                        .context("All is well.")
                        .startupContext("Hello.")
                        .build());

        PromptAssembly assembly = prompt(Map.of("style", "Tabs.", "tone", "Kind.", "rules", "Many.", "notes", "shout"));

        assertThat(assembly.sections())
                .isEqualTo(Map.of(
                        "style", "First.\n\nTabs.", "tone", "Kind.\n\nAside.", "rules", "None.", "notes", "SHOUT"));
        assertThat(assembly.context()).extracting(PromptAssembly.Context::text).containsExactly("All is well.");
        assertThat(assembly.startupContext())
                .extracting(PromptAssembly.Context::text)
                .containsExactly("Hello.");
        assertThat(assembly.notices()).isEmpty();
        assertThat(prompt(Map.of()).startupContext()).isEmpty();
    }

    @Test
    void a_transform_that_throws_leaves_the_section_and_keeps_its_exception() {
        transport.attach(
                ABC,
                guide().transform("notes", current -> {
                            throw new IllegalStateException("secret detail");
                        })
                        .build());

        PromptAssembly assembly = prompt(Map.of("notes", "as they were"));

        assertThat(assembly.sections()).containsEntry("notes", "as they were");
        assertThat(assembly.notices())
                .singleElement()
                .extracting(PromptAssembly.Notice::text)
                .isEqualTo("guide: section 'notes' stays as it was: the callback answered with no text");
        assertThat(faults).containsExactly("The transform of section 'notes' failed.");
    }

    @Test
    void D184_a_transform_that_takes_too_long_leaves_the_section() {
        CompletableFuture<String> slow = new CompletableFuture<>();
        transport.attach(ABC, guide().transformAsync("notes", request -> slow).build());
        CompletableFuture<PromptAssembly> assembly = session.assemblePrompt(
                        PromptSections.of(Map.of("notes", "as they were")))
                .toCompletableFuture();

        clock.advance(Duration.ofSeconds(2));
        slow.complete("too late");

        assertThat(assembly.join().sections()).containsEntry("notes", "as they were");
    }

    @Test
    void D105_transforms_and_context_can_be_changed_and_taken_back() {
        BoundProvider provider = transport.attach(
                ABC, guide().transform("notes", current -> "1").context("red").build());

        provider.updateHooks(HookSet.builder()
                .withoutTransform("notes")
                .transform("style", current -> "2")
                .build());
        provider.updateContext("green");

        PromptAssembly assembly = prompt(Map.of("notes", "a", "style", "b"));
        assertThat(assembly.sections()).isEqualTo(Map.of("notes", "a", "style", "2"));
        assertThat(assembly.context()).extracting(PromptAssembly.Context::text).containsExactly("green");
    }

    @Test
    void a_provider_in_all_sessions_hears_which_session_a_prompt_is_of() {
        gateway.openSession(SessionInfo.of("def", "PR #43", Path.of("/other")), new RecordingHost());
        transport.attach(
                SessionId.ALL,
                guide().transformAsync(
                                "notes",
                                request -> CompletableFuture.completedFuture(
                                        request.sessionId().value()))
                        .build());

        assertThat(prompt(Map.of("notes", "x")).sections()).containsEntry("notes", "abc");
    }

    private ProviderBuilder guide() {
        return Provider.named("guide").onError(fault -> faults.add(fault.what()));
    }

    private PromptAssembly prompt(Map<String, String> sections) {
        return session.assemblePrompt(PromptSections.of(sections))
                .toCompletableFuture()
                .join();
    }
}
