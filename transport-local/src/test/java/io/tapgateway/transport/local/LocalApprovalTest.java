package io.tapgateway.transport.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.FileDigest;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.protocol.model.UsePreview;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.Asking;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.RecordingHost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A person has a say in what an agent does, wherever its host asks. */
class LocalApprovalTest {
    private static final SessionId ABC = LocalGateway.SESSION;
    private static final JsonValue ADA = JsonValue.of(Map.of("name", "Ada"));
    private static final String REASON = "Does Ada want that?";

    private final LocalGateway local = new LocalGateway();
    private final List<String> faults = new ArrayList<>();

    /** What is in the file of {@link #editor}. */
    private String file = "1";

    @AfterEach
    void closeGateway() {
        local.gateway.closeNow();
    }

    /** A host that asks in that way. */
    private record Host(Function<CallQuestion, CompletionStage<CallApproval>> person) implements SessionHost {
        @Override
        public void toolsChanged(List<RegisteredTool> tools) {}

        @Override
        public void log(TimelineEntry entry) {}

        @Override
        public CompletionStage<Void> send(InjectedPrompt prompt) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<CallApproval> approve(CallQuestion question) {
            return person.apply(question);
        }
    }

    private ToolOutcome greetIn(SessionHost host) {
        SessionId id = new SessionId("of-host");
        GatewaySession session =
                local.gateway.openSession(SessionInfo.of(id.value(), "Another", Path.of("/code")), host);
        local.transport.attach(id, local.greeter());
        local.transport.attach(
                id, local.named("rules").ask(Match.tool("greet"), REASON).build());
        ToolOutcome outcome = LocalGateway.now(session.callTool("greet", ADA));
        session.close();
        local.clock.advance(Duration.ofSeconds(20));
        return outcome;
    }

    @Test
    void U120_a_call_goes_ahead_once_the_host_says_that_its_person_agrees() {
        List<CallQuestion> asked = new ArrayList<>();

        ToolOutcome outcome = greetIn(new Host(question -> {
            asked.add(question);
            return CompletableFuture.completedFuture(CallApproval.APPROVED);
        }));

        assertThat(outcome.ok()).isTrue();
        assertThat(asked).singleElement().satisfies(question -> {
            assertThat(question.tool()).isEqualTo("greet");
            assertThat(question.provider().value()).isEqualTo("greeter");
            assertThat(question.args()).isEqualTo(ADA);
            assertThat(question.call()).isPresent();
            assertThat(question.why()).isEqualTo("rules: Does Ada want that?");
            assertThat(question.askers())
                    .singleElement()
                    .satisfies(it -> assertThat(it.trust()).isEqualTo(TrustLevel.INTERNAL));
        });
    }

    @Test
    void U103_whatever_a_host_does_but_say_yes_is_a_no() {
        assertDenied(SessionHost.ignoringEverything(), "Nobody is there who could approve it.");
        assertDenied(
                new Host(question -> CompletableFuture.completedFuture(CallApproval.denied("Denied by the user."))),
                "Denied by the user.");
        assertDenied(
                new Host(question -> CompletableFuture.failedFuture(new IllegalStateException("broken"))),
                "The person could not be asked.");
        assertDenied(
                new Host(question -> {
                    throw new IllegalStateException("broken");
                }),
                "The person could not be asked.");
    }

    private void assertDenied(SessionHost host, String why) {
        ToolOutcome outcome = greetIn(host);
        assertThat(outcome.failedWith(ToolErrorCode.UNAUTHORIZED)).isTrue();
        assertThat(outcome.toString()).contains(why);
    }

    @Test
    void U121_a_gate_of_a_program_may_have_a_person_asked() {
        Provider ci = local.named("ci")
                .gate(Match.tool("greet"), check -> GateDecision.ask("On a Friday?"))
                .build();
        local.transport.attach(ABC, local.greeter());
        local.transport.trust(TrustLevel.PROJECT).attach(ABC, ci);

        CompletionStage<ToolOutcome> outcome = local.session.callTool("greet", ADA);
        CallQuestion question = local.host.questions().get(0);
        assertThat(question.why()).isEqualTo("ci: On a Friday?");
        local.host.answer(question, CallApproval.APPROVED);

        assertThat(LocalGateway.now(outcome).ok()).isTrue();
        assertThat(local.host.questions()).hasSize(1);
        assertThat(local.host.timeline())
                .filteredOn(line -> line.text().startsWith("approved 'greet'"))
                .singleElement()
                .satisfies(line -> assertThat(line.call()).isEqualTo(question.call()));
    }

    @Test
    void U123_observers_are_told_what_a_call_waits_for_until_it_is_sent() {
        List<String> told = new ArrayList<>();
        local.gateway.events().subscribe(new GatewayEvents.Listener() {
            @Override
            public void onCallWaits(GatewayEvent.CallWaits event) {
                assertThat(event.provider().value()).isEqualTo("greeter");
                told.add(event.call() + " " + event.reason());
            }

            @Override
            public void onCallDispatched(GatewayEvent.CallDispatched event) {
                told.add(event.call() + " SENT " + event.trace().person().toSeconds());
            }
        });
        Provider ci = local.named("ci")
                .gate(Match.tool("greet"), check -> GateDecision.ask("On a Friday?"))
                .build();
        local.transport.attach(ABC, local.greeter());
        local.transport.trust(TrustLevel.PROJECT).attach(ABC, ci);

        CompletionStage<ToolOutcome> outcome = local.session.callTool("greet", ADA);
        CallQuestion question = local.host.questions().get(0);
        local.clock.advance(Duration.ofSeconds(25));
        local.host.answer(question, CallApproval.APPROVED.by("at the prompt"));

        CallId call = question.call().orElseThrow();
        assertThat(LocalGateway.now(outcome).ok()).isTrue();
        assertThat(told).containsExactly(call + " GATES", call + " PERSON", call + " GATES", call + " SENT 25");
        assertThat(local.host.timeline()).extracting(TimelineEntry::text).contains("approved 'greet' at the prompt");
    }

    @Test
    void observers_are_not_told_of_calls_that_do_not_wait() {
        List<GatewayEvent> told = new ArrayList<>();
        local.gateway.events().subscribe(new GatewayEvents.Listener() {
            @Override
            public void onCallWaits(GatewayEvent.CallWaits event) {
                told.add(event);
            }
        });
        local.transport.attach(ABC, local.greeter());

        assertThat(LocalGateway.now(local.session.callTool("greet", ADA)).ok()).isTrue();

        assertThat(told).isEmpty();
    }

    /** A tool that wants a yes, shows what is in its file, and says what it was told of the yes. */
    private Provider editor(List<Optional<List<FileDigest>>> told) {
        return local.named("editor")
                .tool("edit", "Edits.", Schema.object(), call -> {
                    told.add(call.approved());
                    return "edited";
                })
                .approval("edit", args -> {
                    if (file.isEmpty()) {
                        throw new IllegalStateException("broken");
                    }
                    FileDigest digest = new FileDigest("a.txt", Optional.of(file));
                    return GateDecision.ask("It changes a.txt.", UsePreview.of("-one\n+two\n", digest, false));
                })
                .onError(fault -> faults.add(fault.toString()))
                .build();
    }

    @Test
    void U121_a_tool_says_itself_that_it_needs_a_yes_shows_what_it_would_do_and_hears_what_was_shown() {
        List<Optional<List<FileDigest>>> told = new ArrayList<>();
        local.transport.attach(ABC, editor(told));

        CompletionStage<ToolOutcome> outcome = local.session.callTool("edit", JsonValue.EMPTY_OBJECT);
        CallQuestion question = local.host.questions().get(0);
        assertThat(question.preview().flatMap(UsePreview::diff)).contains("-one\n+two\n");
        assertThat(question.isOfToolAlone()).isTrue();
        local.host.answer(question, CallApproval.APPROVED);

        assertThat(LocalGateway.now(outcome).ok()).isTrue();
        assertThat(told).containsExactly(Optional.of(List.of(new FileDigest("a.txt", Optional.of("1")))));
    }

    @Test
    void U121_a_file_that_changes_while_the_person_thinks_is_not_what_was_approved() {
        List<Optional<List<FileDigest>>> told = new ArrayList<>();
        local.transport.attach(ABC, editor(told));

        CompletionStage<ToolOutcome> outcome = local.session.callTool("edit", JsonValue.EMPTY_OBJECT);
        file = "2";
        local.host.answer(local.host.questions().get(0), CallApproval.APPROVED);

        assertThat(LocalGateway.now(outcome).toString()).contains("'a.txt' has changed since it was shown.");
        assertThat(told).isEmpty();
    }

    @Test
    void U121_a_tool_that_fails_to_say_so_has_a_person_asked_who_is_shown_its_arguments_alone() {
        List<Optional<List<FileDigest>>> told = new ArrayList<>();
        file = "";
        local.transport.attach(ABC, editor(told));

        CompletionStage<ToolOutcome> outcome = local.session.callTool("edit", JsonValue.EMPTY_OBJECT);
        CallQuestion question = local.host.questions().get(0);
        assertThat(question.preview()).isEmpty();
        assertThat(question.why()).isEqualTo("editor: It cannot be said what the tool would do.");
        local.host.answer(question, CallApproval.APPROVED);

        assertThat(LocalGateway.now(outcome).ok()).isTrue();
        assertThat(told).containsExactly(Optional.of(List.of()));
        assertThat(faults).hasSize(2);
    }

    @Test
    void U121_what_others_show_of_a_tool_is_not_shown() {
        Provider ci = local.named("ci")
                .gate(
                        Match.tool("greet"),
                        check -> GateDecision.ask(
                                "On a Friday?", UsePreview.of("-x\n+y\n", new FileDigest("a", Optional.empty()), true)))
                .build();
        local.transport.attach(ABC, local.greeter());
        local.transport.attach(ABC, ci);

        var unused = local.session.callTool("greet", ADA);

        assertThat(local.host.questions()).singleElement().satisfies(question -> {
            assertThat(question.preview()).isEmpty();
            assertThat(question.isDangerous()).isFalse();
            assertThat(question.isOfToolAlone()).isFalse();
        });
    }

    @Test
    void U122_a_host_that_asks_in_its_own_way_is_told_what_a_yes_applies_to() {
        local.transport.attach(
                ABC, local.named("rules").ask(Match.tool("greet"), REASON).build());

        HookDecision decision =
                LocalGateway.now(local.session.preToolUse("greet", ADA, CheckOptions.NONE.asking(Asking.RETURN)));

        assertThat(decision).isInstanceOfSatisfying(HookDecision.Ask.class, ask -> {
            assertThat(ask.allowed()).isFalse();
            assertThat(ask.permit().covers("greet", ADA)).isTrue();
            assertThat(ask.question().why()).isEqualTo("rules: Does Ada want that?");
        });
        assertThat(local.host.questions()).isEmpty();
    }

    @Test
    void U123_who_listens_to_a_call_hears_that_it_waits_for_a_person() {
        List<CallProgress> heard = new ArrayList<>();
        local.transport.attach(ABC, local.greeter());
        local.transport.attach(
                ABC, local.named("rules").ask(Match.tool("greet"), REASON).build());

        local.session.startCall("greet", ADA, CallOptions.NONE.reportingTo(heard::add));
        local.clock.advance(Duration.ofMillis(Limit.APPROVAL_REPORT.standard() - 1));
        assertThat(heard).isEmpty();
        local.clock.advance(Duration.ofMillis(1));

        assertThat(heard).containsExactly(new CallProgress(1, "'greet' waits for somebody to approve it"));
    }

    @Test
    void D067_who_takes_over_a_session_is_asked_what_nobody_has_answered() {
        local.transport.attach(ABC, local.greeter());
        local.transport.attach(
                ABC, local.named("rules").ask(Match.tool("greet"), REASON).build());
        CompletionStage<ToolOutcome> outcome = local.session.callTool("greet", ADA);
        RecordingHost next = new RecordingHost();

        local.session.resume(next);

        assertThat(next.questions()).isEqualTo(local.host.questions());
        next.answer(next.questions().get(0), CallApproval.denied("Denied by the user."));
        assertThat(LocalGateway.now(outcome).failedWith(ToolErrorCode.UNAUTHORIZED))
                .isTrue();
    }
}
