package io.tapgateway.agentserver.coworker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Every state and everything that can happen to it, on one page. */
final class ClientWishTest {
    private static final ClientWish.Echo ECHO = new ClientWish.Echo("Hi.", Optional.empty());

    private final ClientWish nothing = ClientWish.begin();
    private final ClientWish offered = nothing.toOffered(ECHO);
    private final ClientWish taken = offered.toTaken(7);
    private final ClientWish cancelled = taken.toCancelled();
    private final ClientWish restoring = nothing.toRestoring();

    @Test
    void W032_W033_each_state_leads_to_those_and_no_others() {
        assertThat(table(it -> it.toOffered(ECHO))).isEqualTo("Offered - - - -");
        assertThat(table(it -> it.toTaken(7))).isEqualTo("- Taken - - -");
        assertThat(table(ClientWish::toRefused)).isEqualTo("- Nothing - - -");
        assertThat(table(ClientWish::toRestoring)).isEqualTo("Restoring - - - -");
        assertThat(table(ClientWish::toRestored)).isEqualTo("Nothing Offered Taken Cancelled Nothing");
        assertThat(table(ClientWish::toCancelled)).isEqualTo("Nothing Offered Cancelled Cancelled Restoring");
        assertThat(table(ClientWish::toDropped)).isEqualTo("Nothing Offered Nothing Nothing Restoring");
        assertThat(table(it -> it.toOver(7))).isEqualTo("Nothing Offered Nothing Nothing Restoring");
        assertThat(table(it -> it.toOver(8))).isEqualTo("Nothing Offered Taken Cancelled Restoring");
    }

    @Test
    void what_is_said_of_each_state_holds() {
        assertThat(List.of(nothing, offered, taken, cancelled, restoring))
                .extracting(ClientWish::isSomething)
                .containsExactly(false, true, true, true, true);
        assertThat(List.of(nothing, offered, taken, cancelled, restoring))
                .extracting(ClientWish::isCancelled)
                .containsExactly(false, false, false, true, false);
        assertThat(List.of(taken.echo(7), cancelled.echo(7))).containsOnly(Optional.of(ECHO));
        assertThat(List.of(taken.echo(8), cancelled.echo(8), nothing.echo(7), restoring.echo(7)))
                .containsOnly(Optional.empty());
    }

    private String table(UnaryOperator<ClientWish> happening) {
        List<String> next = new ArrayList<>();
        for (ClientWish each : List.of(nothing, offered, taken, cancelled, restoring)) {
            try {
                next.add(happening.apply(each).getClass().getSimpleName());
            } catch (IllegalStateException refused) {
                assertThat(refused).hasMessageEndingWith(each.getClass().getSimpleName());
                next.add("-");
            }
        }
        return String.join(" ", next);
    }
}
