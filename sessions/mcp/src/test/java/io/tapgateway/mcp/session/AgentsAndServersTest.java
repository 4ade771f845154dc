package io.tapgateway.mcp.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.testkit.Depth;
import io.tapgateway.testkit.ThoroughOnly;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Agents on one side of a real gateway and MCP servers on the other (I-87 – I-90): one agent of either kind uses all
 * that its server has, while rules, prompts and much trouble come and go there, and beside it another agent uses
 * another server in peace. A seed says what everybody does; the threads are those of the system.
 */
class AgentsAndServersTest {
    private static final int SEEDS = Depth.of(4, 8, 400);
    private static final int STEPS = Depth.of(120, 200, 600);

    /** How many seeds a flaw gets to be noticed. */
    private static final int SEEDS_FOR_A_FLAW = 20;

    @Test
    void whatever_agents_and_servers_do_nothing_denied_gets_there_no_prompt_is_lost_and_their_neighbours_are_served()
            throws Exception {
        PlayedWorld.Judged all = new PlayedWorld.Judged();
        for (int seed = 0; seed < SEEDS; seed++) {
            new PlayedWorld(seed, PlayedWorld.Flaw.NONE, all).play(STEPS);
        }
        assertThat(all.lines()).isGreaterThan(SEEDS * STEPS / 10);
        assertThat(all.denied()).isGreaterThan(SEEDS * STEPS / 100);
        assertThat(all.handedOver()).isGreaterThan(SEEDS);
        assertThat(all.undelivered()).isGreaterThan(SEEDS / 10);
        assertThat(all.inPeace()).isGreaterThan(SEEDS * STEPS / 50);
    }

    @ParameterizedTest
    @ThoroughOnly("Each flaw takes some worlds, and a few seconds until a call is given up.")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void every_flaw_is_noticed(PlayedWorld.Flaw flaw) {
        assertThatThrownBy(() -> {
                    for (int seed = 0; seed < SEEDS_FOR_A_FLAW; seed++) {
                        new PlayedWorld(seed, flaw, new PlayedWorld.Judged()).play(STEPS);
                    }
                })
                .as("%s", flaw)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(flaw.invariant());
    }
}
