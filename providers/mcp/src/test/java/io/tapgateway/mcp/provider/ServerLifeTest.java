package io.tapgateway.mcp.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Every state of a server with every way out of it. */
class ServerLifeTest {
    private final ServerRun run = mock(ServerRun.class);
    private final ServerWire wire = mock(ServerWire.class);
    private final ServerLife unbegun = ServerLife.begin();
    private final ServerLife starting = unbegun.toStarting(run);
    private final ServerLife ready = starting.toReady();
    private final ServerLife restarting = ready.toRestarting();
    private final ServerLife waiting = ready.toWaiting();
    private final ServerLife leftAlone = unbegun.toLeftAlone();
    private final ServerLife leaving;
    private final ServerLife gone;

    ServerLifeTest() {
        when(run.wire()).thenReturn(wire);
        leaving = ready.toClosed();
        gone = leaving.toGone();
    }

    private List<ServerLife> states() {
        return List.of(unbegun, waiting, leftAlone, starting, ready, restarting, leaving, gone);
    }

    private Map<String, UnaryOperator<ServerLife>> transitions() {
        Map<String, UnaryOperator<ServerLife>> transitions = new LinkedHashMap<>();
        transitions.put("toStarting", state -> state.toStarting(run));
        transitions.put("toReady", ServerLife::toReady);
        transitions.put("toRestarting", ServerLife::toRestarting);
        transitions.put("toWaiting", ServerLife::toWaiting);
        transitions.put("toLeftAlone", ServerLife::toLeftAlone);
        transitions.put("toClosed", ServerLife::toClosed);
        transitions.put("toGone", ServerLife::toGone);
        return transitions;
    }

    @Test
    void a_state_has_these_exits_and_no_others() {
        assertThat(Exits.page(ServerLife.class, "the server", states(), transitions()))
                .isEqualTo("""
                Unbegun: toStarting → Starting, toLeftAlone → LeftAlone, toClosed → Gone
                Waiting: toStarting → Starting, toLeftAlone → LeftAlone, toClosed → Gone
                LeftAlone: toStarting → Starting, toLeftAlone → LeftAlone, toClosed → Gone
                Starting: toReady → Ready, toRestarting → Restarting, toWaiting → Waiting, toLeftAlone → LeftAlone,\
                 toClosed → Leaving
                Ready: toReady → Ready, toRestarting → Restarting, toWaiting → Waiting, toLeftAlone → LeftAlone,\
                 toClosed → Leaving
                Restarting: toStarting → Starting, toRestarting → Restarting, toLeftAlone → LeftAlone,\
                 toClosed → Leaving
                Leaving: toClosed → Leaving, toGone → Gone
                Gone: toClosed → Gone
                """);
    }

    @Test
    void there_is_a_way_to_it_from_its_start_until_that_has_ended() {
        assertThat(states())
                .filteredOn(state -> state.wire().isPresent())
                .containsExactly(starting, ready, restarting, leaving);
        assertThat(states()).filteredOn(state -> state.run().isPresent()).containsExactly(starting, ready, restarting);
        assertThat(states()).filteredOn(ServerLife::isClosed).containsExactly(leaving, gone);
        assertThat(states()).filteredOn(ServerLife::isRestarting).containsExactly(restarting);
    }

    @Test
    void it_waits_after_its_last_run_alone() {
        assertThat(states()).filteredOn(state -> state.isWaitingAfter(run)).containsExactly(waiting);
        assertThat(waiting.isWaitingAfter(mock(ServerRun.class))).isFalse();
    }

    @Test
    void people_see_of_a_restart_what_they_saw_before() {
        assertThat(states())
                .extracting(ServerLife::shown)
                .containsExactly(
                        McpServerView.State.WAITING,
                        McpServerView.State.WAITING,
                        McpServerView.State.LEFT_ALONE,
                        McpServerView.State.STARTING,
                        McpServerView.State.READY,
                        McpServerView.State.READY,
                        McpServerView.State.ENDED,
                        McpServerView.State.ENDED);
    }
}
