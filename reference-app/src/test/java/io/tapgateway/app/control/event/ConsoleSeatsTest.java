package io.tapgateway.app.control.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.user.SessionUser;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConsoleSeatsTest {
    private static final SessionId MAIN = new SessionId("main");

    private final Gateway gateway = Gateway.builder().executor(Runnable::run).build();
    private final AppSessions sessions = new AppSessions(gateway, () -> 0);
    private final AtomicLong now = new AtomicLong();
    private final ConsoleSeats seats = new ConsoleSeats(sessions, new SecureRandom(), now::get);
    private final SessionUser user = open("main");

    private SessionUser open(String id) {
        return sessions.open(NewSession.of(id, id, Optional.empty())).host().user();
    }

    private static String key(int number) {
        return String.format("%064x", number);
    }

    private ScriptedPage sit(int number) {
        ScriptedPage page = new ScriptedPage();
        seats.sit(key(number), page);
        return page;
    }

    @AfterEach
    void stop() {
        gateway.closeNow();
    }

    @Test
    void U107_who_only_has_a_page_sits_nowhere() {
        ScriptedPage page = sit(1);

        assertThat(page.code()).matches("[0-9]{6}");
        assertThat(seats.isPerson(key(1))).isFalse();
        assertThat(seats.at(key(1), MAIN)).isEmpty();
        assertThat(user.isPresent()).isFalse();
    }

    @Test
    void U107_whose_code_is_confirmed_sits_at_all_sessions_those_to_come_included() {
        ScriptedPage page = sit(1);
        String spoken = page.code().substring(0, 3) + " " + page.code().substring(3);

        assertThat(seats.confirm(spoken)).isTrue();
        SessionUser later = open("later");

        assertThat(page.told()).last().asString().contains("\"confirmed\":true");
        assertThat(user.isPresent()).isTrue();
        assertThat(later.isPresent()).isTrue();
        assertThat(seats.at(key(1), new SessionId("later"))).isPresent();
        assertThat(seats.at(key(2), MAIN)).isEmpty();
    }

    @Test
    void U107_all_pages_of_a_browser_have_one_code_and_others_another_one() {
        ScriptedPage page = sit(1);
        ScriptedPage tab = sit(1);
        ScriptedPage other = sit(2);

        seats.confirm(page.code());

        assertThat(tab.code()).isEqualTo(page.code()).isNotEqualTo(other.code());
        assertThat(tab.told()).last().asString().contains("\"confirmed\":true");
        assertThat(seats.isPerson(key(2))).isFalse();
    }

    @Test
    void U107_what_is_no_key_gets_no_code() {
        for (String key : new String[] {"", "a", key(1) + "0", key(1).replace('0', 'g')}) {
            ScriptedPage page = new ScriptedPage();
            seats.sit(key, page);
            assertThat(page.told()).as(key).isEmpty();
        }
        assertThat(seats.confirm("")).isFalse();
    }

    @Test
    void U103_who_has_lost_the_connection_counts_as_there_for_a_while_and_keeps_the_right() {
        ScriptedPage page = sit(1);
        seats.confirm(page.code());

        page.leave();
        seats.lookAround();
        now.addAndGet(ConsoleSeats.AWAY_NANOS - 1);
        seats.lookAround();
        assertThat(user.isPresent()).isTrue();
        now.addAndGet(1);
        seats.lookAround();
        assertThat(user.isPresent()).isFalse();
        sit(1);

        assertThat(user.isPresent()).isTrue();
        assertThat(seats.at(key(1), MAIN)).isPresent();
    }

    @Test
    void U107_a_code_is_forgotten_with_the_last_page_that_showed_it() {
        ScriptedPage page = sit(1);

        page.leave();

        assertThat(seats.confirm(page.code())).isFalse();
    }

    @Test
    void U107_as_many_browsers_as_the_limit_says_may_say_yes_and_one_that_nobody_sits_at_makes_room() {
        ScriptedPage first = sit(0);
        seats.confirm(first.code());
        for (int i = 1; i < ConsoleSeats.MAX_CONFIRMED; i++) {
            assertThat(seats.confirm(sit(i).code())).isTrue();
        }
        ScriptedPage late = sit(ConsoleSeats.MAX_CONFIRMED);

        assertThat(seats.confirm(late.code())).isFalse();
        first.leave();
        seats.lookAround();
        now.addAndGet(ConsoleSeats.AWAY_NANOS - 1);
        assertThat(seats.confirm(late.code())).isFalse();
        now.addAndGet(1);
        assertThat(seats.confirm(late.code())).isTrue();
        assertThat(seats.isPerson(key(0))).isFalse();
    }
}
