package io.tapgateway.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.command.CommandOutcome;
import io.tapgateway.user.panel.Panel;
import io.tapgateway.user.panel.PanelContent;
import io.tapgateway.user.panel.PanelId;
import io.tapgateway.user.panel.PanelKey;
import io.tapgateway.user.panel.PanelListener;
import io.tapgateway.user.panel.PanelView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The panel of a session, and who gets its keys. */
final class PanelsTest {
    private static final ProviderName HELLO = new ProviderName("hello");
    private static final ProviderName OTHER = new ProviderName("other");
    private static final Duration INSTANT = Duration.ofNanos(1);

    @AutoClose
    private final ManualUserTime time = ManualUserTime.ofTest();

    private final SessionUser user = SessionUser.create(time, SessionUserListener.NOBODY);
    private final RecordingSurface prompt = RecordingSurface.named("at the prompt");

    /** An owner that remembers what it hears. */
    private static final class Owner implements PanelListener {
        private final List<String> heard = new ArrayList<>();

        @Override
        public void key(PanelKey key) {
            heard.add(key.name() + key.text());
        }

        @Override
        public void closed() {
            heard.add("closed");
        }
    }

    private final Owner owner = new Owner();

    private static PanelContent content(ProviderName source, String title) {
        return new PanelContent(source, title, List.of("line"), "");
    }

    private static List<String> panels(RecordingSurface surface) {
        return surface.told.stream().filter(it -> !it.startsWith("noted")).toList();
    }

    @Test
    void Z094_a_panel_takes_the_place_of_the_one_that_is_open() {
        Owner other = new Owner();
        user.attach(prompt);
        Panel first = user.open(content(HELLO, "one"), owner);

        Panel second = user.open(content(OTHER, "two"), other);

        assertThat(owner.heard).containsExactly("closed");
        assertThat(first.show(content(HELLO, "late"))).isFalse();
        assertThat(user.panel().map(PanelView::id)).contains(second.id());
        assertThat(prompt.told).containsExactly("panel-1 one 1", "panel-2 two 1");
        second.close();
        second.close();
        assertThat(other.heard).containsExactly("closed");
        assertThat(prompt.told).endsWith("no panel");
    }

    @Test
    void Z093_what_is_too_long_is_cut() {
        PanelContent cut = new PanelContent(
                HELLO,
                "t".repeat(201),
                Collections.nCopies(PanelContent.MOST_LINES + 1, "x".repeat(PanelContent.MOST_OF_LINE - 1) + "😀"),
                "f".repeat(201));

        assertThat(cut.title()).hasSize(PanelContent.MOST_OF_TITLE);
        assertThat(cut.footer()).hasSize(PanelContent.MOST_OF_TITLE);
        assertThat(cut.lines()).hasSize(PanelContent.MOST_LINES);
        assertThat(cut.lines().get(0)).isEqualTo("x".repeat(PanelContent.MOST_OF_LINE - 1));
    }

    @Test
    void Z095_an_unasked_panel_waits_until_the_person_wants_it() {
        user.attach(prompt);
        Panel offered = user.offer(content(HELLO, "one"), owner);
        assertThat(user.panel()).isEmpty();
        assertThat(prompt.told).containsExactly("noted hello has a panel: /panel hello");
        offered.show(content(HELLO, "one, changed"));

        CommandOutcome outcome = user.commands()
                .run("/panel HELLO")
                .orElseThrow()
                .toCompletableFuture()
                .join();

        assertThat(outcome).isEqualTo(new CommandOutcome(CommandOutcome.Action.PANEL, "panel-1"));
        assertThat(panels(prompt)).containsExactly("panel-1 one, changed 2");
        assertThat(owner.heard).isEmpty();
        user.offer(content(HELLO, "two"), new Owner());
        assertThat(panels(prompt)).endsWith("panel-2 two 1");
        assertThat(owner.heard).containsExactly("closed");
    }

    @Test
    void Z095_what_is_offered_is_good_for_thirty_seconds() {
        user.offer(content(HELLO, "one"), owner);
        time.pass(SessionUser.PANEL_OFFER.minus(INSTANT));
        assertThat(owner.heard).isEmpty();

        time.pass(INSTANT);

        assertThat(owner.heard).containsExactly("closed");
        assertThat(user.commands()
                        .run("/panel hello")
                        .orElseThrow()
                        .toCompletableFuture()
                        .join()
                        .action())
                .isEqualTo(CommandOutcome.Action.ERROR);
    }

    @Test
    void Z096_thirty_drawings_a_second_are_shown_and_the_newest_wins() {
        user.attach(prompt);
        Panel panel = user.open(content(HELLO, "one"), owner);
        panel.show(content(HELLO, "two"));
        panel.show(new PanelContent(HELLO, "", List.of("other"), ""));
        assertThat(prompt.told).containsExactly("panel-1 one 1");

        time.pass(SessionUser.PANEL_PACE.minus(INSTANT));
        assertThat(prompt.told).hasSize(1);
        time.pass(INSTANT);

        assertThat(prompt.told).containsExactly("panel-1 one 1", "panel-1 two 3");
        assertThat(panel.show(content(OTHER, "not mine"))).isFalse();
        assertThat(user.panel().orElseThrow().content().lines()).containsExactly("other");
    }

    @Test
    void Z097_keys_reach_only_the_owner_of_what_is_seen() {
        Owner other = new Owner();
        Attachment seat = user.attach(prompt);
        PanelId first = user.open(content(HELLO, "one"), owner).id();
        assertThat(seat.key(first, PanelKey.named("up"))).isTrue();
        PanelId second = user.open(content(OTHER, "two"), other).id();

        assertThat(seat.key(first, PanelKey.named("down"))).isFalse();
        assertThat(seat.key(second, PanelKey.rune("é".codePointAt(0)).orElseThrow()))
                .isTrue();

        assertThat(owner.heard).containsExactly("up", "closed");
        assertThat(other.heard).containsExactly("runeé");
        seat.close();
        assertThat(seat.key(second, PanelKey.named("up"))).isFalse();
    }

    @Test
    void Z097_a_key_has_one_of_twelve_names_or_is_one_character() {
        assertThat(PanelKey.NAMES).hasSize(13);
        assertThat(PanelKey.rune(0x1F600).orElseThrow().text()).isEqualTo("😀");
        assertThat(PanelKey.rune(27)).isEmpty();
        for (List<String> bad :
                List.of(List.of("esc", ""), List.of("rune", ""), List.of("rune", "ab"), List.of("up", "x"))) {
            assertThatThrownBy(() -> new PanelKey(bad.get(0), bad.get(1))).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void Z097_sixty_four_keys_wait_for_an_owner_that_is_busy() throws InterruptedException {
        try (ManualUserTime threads = ManualUserTime.withThreads()) {
            SessionUser person = SessionUser.create(threads, SessionUserListener.NOBODY);
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch free = new CountDownLatch(1);
            CountDownLatch closed = new CountDownLatch(1);
            List<String> heard = Collections.synchronizedList(new ArrayList<>());
            Attachment seat = person.attach(prompt);
            Panel panel = person.open(content(HELLO, "one"), new PanelListener() {
                @Override
                public void key(PanelKey key) {
                    heard.add(key.name());
                    begun.countDown();
                    try {
                        free.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }

                @Override
                public void closed() {
                    closed.countDown();
                }
            });
            seat.key(panel.id(), PanelKey.named("up"));
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < PanelListener.MOST_KEYS_WAITING + 5; i++) {
                seat.key(panel.id(), PanelKey.named("down"));
            }
            panel.close();
            free.countDown();

            assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();

            assertThat(heard).hasSize(1 + PanelListener.MOST_KEYS_WAITING);
        }
    }

    @Test
    void Z098_the_person_closes_it() {
        Attachment seat = user.attach(prompt);
        PanelId id = user.open(content(HELLO, "one"), owner).id();

        assertThat(seat.dismiss(id)).isTrue();

        assertThat(seat.dismiss(id)).isFalse();
        assertThat(owner.heard).containsExactly("closed");
        assertThat(user.panel()).isEmpty();
    }

    @Test
    void Z099_it_closes_with_its_owner_and_with_the_session() {
        Owner other = new Owner();
        user.open(content(HELLO, "one"), owner);
        user.offer(content(OTHER, "two"), other);

        user.leave(HELLO);
        assertThat(owner.heard).containsExactly("closed");
        assertThat(other.heard).isEmpty();
        user.end();
        Owner late = new Owner();
        user.open(content(HELLO, "late"), late);

        assertThat(other.heard).containsExactly("closed");
        assertThat(late.heard).containsExactly("closed");
        assertThat(user.panel()).isEmpty();
    }

    @Test
    void Z099_nobody_looks_for_ten_minutes_and_it_closes() {
        user.open(content(HELLO, "one"), owner);
        time.pass(SessionUser.PANEL_FORGOTTEN.minus(INSTANT));
        assertThat(user.panel()).isPresent();
        time.pass(SessionUser.PANEL_FORGOTTEN.minus(INSTANT));
        assertThat(owner.heard).isEmpty();

        time.pass(INSTANT);

        assertThat(owner.heard).containsExactly("closed");
    }

    @Test
    void Z099_where_somebody_may_see_it_it_stays_and_is_forgotten_after_that() {
        Attachment seat = user.attach(prompt);
        user.open(content(HELLO, "one"), owner);
        time.pass(SessionUser.PANEL_FORGOTTEN.multipliedBy(3));
        assertThat(owner.heard).isEmpty();

        seat.close();

        time.pass(SessionUser.PANEL_FORGOTTEN.minus(INSTANT));
        assertThat(owner.heard).isEmpty();
        time.pass(INSTANT);
        assertThat(owner.heard).containsExactly("closed");
    }

    @Test
    void who_comes_later_sees_the_panel() {
        user.open(content(HELLO, "one"), owner);
        RecordingSurface plain = RecordingSurface.able(Ability.QUESTIONS);

        user.attach(prompt);
        user.attach(plain);

        assertThat(prompt.told).containsExactly("panel-1 one 1");
        assertThat(plain.told).isEmpty();
    }
}
