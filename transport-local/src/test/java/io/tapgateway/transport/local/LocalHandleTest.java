package io.tapgateway.transport.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Refused;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an attached provider can do through its handle, on the test's own thread. */
class LocalHandleTest {
    private static final SessionId ABC = LocalGateway.SESSION;

    private final LocalGateway local = new LocalGateway();

    @AfterEach
    void closeGateway() {
        local.gateway.closeNow();
    }

    @Test
    void pushes_surface_in_the_timeline() {
        BoundProvider attached = local.transport.attach(ABC, local.greeter());

        boolean sent = attached.push(PushLevel.SURFACE, "CI failed", Map.of("run", 7));

        assertThat(sent).isTrue();
        assertThat(local.host.timeline())
                .filteredOn(it -> it.level() == TimelineEntry.Level.SURFACE)
                .singleElement()
                .satisfies(it -> assertThat(it.text()).contains("CI failed"));
    }

    @Test
    void D103_updated_tools_replace_and_add_and_are_served_by_their_new_handlers() {
        BoundProvider attached = local.transport.attach(ABC, local.greeter());

        CompletionStage<Long> revision = attached.updateTools(List.of(
                Tool.of("greet", "Say hello", Schema.object(), call -> "Hi!"),
                Tool.of("part", "Say goodbye", Schema.object(), call -> "Bye!")));

        assertThat(revision.toCompletableFuture()).isCompletedWithValue(2L);
        assertThat(((ToolOutcome.Success) local.call("greet", Map.of())).data()).isEqualTo(JsonValue.of("Hi!"));
        assertThat(((ToolOutcome.Success) local.call("part", Map.of())).data()).isEqualTo(JsonValue.of("Bye!"));
        assertThat(local.session.tools()).extracting(it -> it.name().value()).containsExactly("greet", "part");
    }

    @Test
    void a_refused_update_fails_its_stage_with_the_gateways_code_and_changes_nothing() {
        local.transport.attach(
                ABC,
                local.named("other")
                        .tool("taken", "Belongs to another", Schema.object(), call -> "other")
                        .build());
        BoundProvider attached = local.transport.attach(ABC, local.greeter());

        CompletionStage<Long> revision =
                attached.updateTools(List.of(Tool.of("taken", "Wanted", Schema.object(), call -> "mine")));

        assertThat(revision.toCompletableFuture())
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        Refused.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.TOOL_CONFLICT));
        assertThat(((ToolOutcome.Success) local.call("taken", Map.of())).data()).isEqualTo(JsonValue.of("other"));
    }

    @Test
    void a_query_brings_the_providers_own_stream() {
        BoundProvider attached = local.transport.attach(ABC, local.greeter());
        attached.push(PushLevel.KEEP, "first");
        attached.push(PushLevel.KEEP, "second");

        var history = LocalGateway.now(attached.query(10));

        assertThat(history.streams().get("greeter@greeter"))
                .extracting(it -> it.event())
                .containsExactly("second", "first");
    }

    @Test
    void D202_a_filter_set_through_the_handle_decides_what_becomes_of_events() {
        BoundProvider attached = local.transport.attach(ABC, local.greeter());

        CompletionStage<Long> revision = attached.setFilter(
                "greeter",
                List.of(
                        new FilterRule("passed", FilterRule.Outcome.DROP),
                        new FilterRule("failed", FilterRule.Outcome.INJECT)));
        attached.push(PushLevel.SURFACE, "tests passed");
        attached.push(PushLevel.KEEP, "tests failed");

        assertThat(revision.toCompletableFuture()).isCompletedWithValue(2L);
        assertThat(local.host.injected()).extracting(it -> it.text()).containsExactly("tests failed");
        assertThat(LocalGateway.now(attached.query(10)).streams().get("greeter@greeter"))
                .extracting(it -> it.level())
                .containsExactly(PushLevel.INJECT);
    }

    @Test
    void D168_a_filter_with_a_pattern_that_is_none_is_refused() {
        BoundProvider attached = local.transport.attach(ABC, local.greeter());

        CompletionStage<Long> revision =
                attached.setFilter("greeter", List.of(new FilterRule("(?=x)", FilterRule.Outcome.DROP)));

        assertThat(revision.toCompletableFuture())
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        Refused.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.INVALID_JSON))
                .withMessageContaining("look-around");
    }
}
