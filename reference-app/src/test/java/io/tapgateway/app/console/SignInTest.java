package io.tapgateway.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SignInTest {
    private long now = -5;

    private final SignIn signIn = new SignIn(new SecureRandom(), () -> now);

    @Test
    void a_link_lets_one_browser_in_once() {
        String code = signIn.newLink().reveal();

        Visit visit = signIn.enter(code, "").orElseThrow();

        assertThat(admits(visit)).isTrue();
        assertThat(signIn.enter(code, "")).isEmpty();
        assertThat(signIn.enter(code + "x", "")).isEmpty();
        assertThat(signIn.enter("", "")).isEmpty();
    }

    @Test
    void a_link_is_good_for_an_hour() {
        String first = signIn.newLink().reveal();
        String second = signIn.newLink().reveal();

        now += SignIn.LINK_NANOS;
        assertThat(signIn.enter(first, "")).isPresent();
        now++;
        assertThat(signIn.enter(second, "")).isEmpty();
    }

    @Test
    void the_oldest_link_makes_room() {
        List<String> codes = IntStream.rangeClosed(0, SignIn.MAX_LINKS)
                .mapToObj(i -> signIn.newLink().reveal())
                .toList();

        assertThat(signIn.enter(codes.get(0), "")).isEmpty();
        assertThat(signIn.enter(codes.get(1), "")).isPresent();
    }

    @Test
    void the_oldest_visit_makes_room() {
        List<Visit> visits = IntStream.rangeClosed(0, SignIn.MAX_VISITS)
                .mapToObj(i -> visitor())
                .toList();

        assertThat(admits(visits.get(0))).isFalse();
        assertThat(admits(visits.get(1))).isTrue();
    }

    @Test
    void the_cookie_alone_is_not_enough_because_every_port_of_the_machine_may_see_it() {
        Visit visit = visitor();

        assertThat(signIn.admits(visit.cookie().reveal(), "")).isFalse();
        assertThat(signIn.admits("", visit.pass().reveal())).isFalse();
        assertThat(signIn.admits(visit.cookie().reveal(), visit.cookie().reveal()))
                .isFalse();
        assertThat(signIn.admits("", "")).isFalse();
    }

    @Test
    void the_tabs_of_a_browser_share_a_visit_as_they_share_the_cookie() {
        Visit first = visitor();

        assertThat(signIn.enter(signIn.newLink().reveal(), first.cookie().reveal()))
                .contains(first);
    }

    @Test
    void T53_what_a_browser_has_of_an_earlier_start_is_good_for_nothing() {
        Visit before = visitor();
        SignIn restarted = new SignIn(new SecureRandom(), () -> now);

        assertThat(restarted.admits(before.cookie().reveal(), before.pass().reveal()))
                .isFalse();
        assertThat(restarted.enter(restarted.newLink().reveal(), before.cookie().reveal()))
                .isPresent()
                .get()
                .isNotEqualTo(before);
    }

    @Test
    void who_signs_out_is_forgotten() {
        Visit visit = visitor();

        signIn.leave(visit.cookie().reveal());

        assertThat(admits(visit)).isFalse();
    }

    private Visit visitor() {
        return signIn.enter(signIn.newLink().reveal(), "").orElseThrow();
    }

    private boolean admits(Visit visit) {
        return signIn.admits(visit.cookie().reveal(), visit.pass().reveal());
    }
}
