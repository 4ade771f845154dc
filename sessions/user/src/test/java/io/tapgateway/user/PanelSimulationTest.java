package io.tapgateway.user;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.testkit.Depth;
import io.tapgateway.user.panel.Panel;
import io.tapgateway.user.panel.PanelContent;
import io.tapgateway.user.panel.PanelId;
import io.tapgateway.user.panel.PanelKey;
import io.tapgateway.user.panel.PanelListener;
import io.tapgateway.user.panel.PanelView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * I-78: a key reaches the owner of the panel that people see, and nobody else. Owners open, offer, draw and leave as
 * they like; keys are for what was seen now or before. Everything follows from a seed.
 */
final class PanelSimulationTest {
    private static final int SEEDS = Integer.getInteger("tapgateway.seeds", Depth.of(100, 5_000, 50_000));
    private static final int DEEDS = 60;
    private static final int MOST_SEEDS = 500;
    private static final List<ProviderName> OWNERS =
            List.of(new ProviderName("one"), new ProviderName("two"), new ProviderName("three"));

    /** No two keys of a run are equal. */
    private static final int FIRST_RUNE = 0x4E00;

    /** What is wrong on purpose with the way of a key. */
    interface Flaw {
        Flaw NONE = new Flaw() {};

        /** For which panel a key is taken that was pressed at {@code seen}. */
        default PanelId target(PanelId seen, Optional<PanelView> open) {
            return seen;
        }

        /** Who hears what one of them is told. */
        default List<Owner> hearers(Owner owner, List<Owner> all) {
            return List.of(owner);
        }
    }

    /** Whoever has drawn one panel. Confined to the test's thread. */
    private static final class Owner implements PanelListener {
        private final List<String> heard = new ArrayList<>();
        private final List<Owner> all;
        private final Flaw flaw;
        private int ends;

        private Owner(List<Owner> all, Flaw flaw) {
            this.all = all;
            this.flaw = flaw;
            all.add(this);
        }

        @Override
        public void key(PanelKey key) {
            flaw.hearers(this, all).forEach(it -> it.heard.add(key.text()));
        }

        @Override
        public void closed() {
            ends++;
        }
    }

    /** One run. Confined to the test's thread. */
    private static final class Run implements AutoCloseable {
        private final ManualUserTime time = ManualUserTime.ofTest();
        private final SessionUser user = SessionUser.create(time, SessionUserListener.NOBODY);
        private final Attachment surface = user.attach(RecordingSurface.named("at the prompt"));
        private final Random random;
        private final Flaw flaw;
        private final List<Owner> owners = new ArrayList<>();
        private final Map<Panel, Owner> panels = new LinkedHashMap<>();
        private final List<PanelId> seen = new ArrayList<>();

        /** Who is to hear each key. */
        private final Map<String, Owner> expected = new LinkedHashMap<>();

        private int keys;

        private Run(long seed, Flaw flaw) {
            this.random = new Random(seed);
            this.flaw = flaw;
        }

        private void play() {
            for (int i = 0; i < DEEDS; i++) {
                act();
                user.panel().map(PanelView::id).filter(it -> !seen.contains(it)).ifPresent(seen::add);
                judge();
            }
            user.end();
            judge();
            assertThat(owners).as("each panel ends once").allMatch(it -> it.ends == 1);
        }

        private void act() {
            ProviderName source = OWNERS.get(random.nextInt(OWNERS.size()));
            switch (random.nextInt(12)) {
                case 0 -> draw(owner -> user.open(content(source), owner));
                case 1, 2 -> draw(owner -> user.offer(content(source), owner));
                case 3 -> user.commands().run("/panel " + source);
                case 4 -> any().ifPresent(it -> it.show(content(source)));
                case 5 -> any().ifPresent(Panel::close);
                case 6 -> user.leave(source);
                case 7 -> time.pass(Duration.ofMillis(random.nextInt(20_000)));
                case 8 -> {
                    if (!seen.isEmpty()) {
                        surface.dismiss(seen.get(random.nextInt(seen.size())));
                    }
                }
                default -> press();
            }
        }

        private void draw(Function<Owner, Panel> opening) {
            Owner owner = new Owner(owners, flaw);
            panels.put(opening.apply(owner), owner);
        }

        private Optional<Panel> any() {
            return panels.isEmpty()
                    ? Optional.empty()
                    : Optional.of(List.copyOf(panels.keySet()).get(random.nextInt(panels.size())));
        }

        /** Somebody presses a key at what they see, or saw a while ago. */
        private void press() {
            if (seen.isEmpty()) {
                return;
            }
            PanelId at = seen.get(seen.size() - 1 - random.nextInt(Math.min(3, seen.size())));
            PanelKey key = PanelKey.rune(FIRST_RUNE + ++keys).orElseThrow();
            Optional<PanelView> open = user.panel();
            open.filter(it -> it.id().equals(at))
                    .flatMap(it -> panels.keySet().stream()
                            .filter(panel -> panel.id().equals(it.id()))
                            .findFirst())
                    .ifPresent(it -> expected.put(key.text(), panels.get(it)));
            surface.key(flaw.target(at, open), key);
        }

        private void judge() {
            for (Owner owner : owners) {
                List<String> due = expected.entrySet().stream()
                        .filter(it -> it.getValue().equals(owner))
                        .map(Map.Entry::getKey)
                        .toList();
                assertThat(owner.heard)
                        .as("keys of the %s-th panel", owners.indexOf(owner))
                        .isEqualTo(due);
            }
        }

        private static PanelContent content(ProviderName source) {
            return new PanelContent(source, "title", List.of("line"), "");
        }

        @Override
        public void close() {
            time.close();
        }
    }

    private static int played(long seed, Flaw flaw) {
        try (Run run = new Run(seed, flaw)) {
            run.play();
            return run.expected.size();
        } catch (AssertionError failure) {
            throw new AssertionError("I-78, seed " + seed + ": " + failure.getMessage(), failure);
        }
    }

    private static boolean isNoticed(Flaw flaw) {
        return LongStream.rangeClosed(1, MOST_SEEDS).anyMatch(seed -> {
            try {
                played(seed, flaw);
                return false;
            } catch (AssertionError noticed) {
                return true;
            }
        });
    }

    @Test
    void I78_a_key_reaches_the_owner_of_the_panel_that_is_seen_and_nobody_else() {
        Long one = Long.getLong("tapgateway.seed");
        int reached = (one == null ? LongStream.rangeClosed(1, SEEDS) : LongStream.of(one))
                .mapToInt(seed -> played(seed, Flaw.NONE))
                .sum();

        assertThat(reached).as("keys that reached somebody").isGreaterThanOrEqualTo(one == null ? SEEDS : 0);
    }

    @Test
    void I78_taking_a_key_for_whatever_is_open_by_now_is_caught() {
        assertThat(isNoticed(new Flaw() {
                    @Override
                    public PanelId target(PanelId seen, Optional<PanelView> open) {
                        return open.map(PanelView::id).orElse(seen);
                    }
                }))
                .isTrue();
    }

    @Test
    void I78_telling_whoever_has_opened_one_last_is_caught() {
        assertThat(isNoticed(new Flaw() {
                    @Override
                    public List<Owner> hearers(Owner owner, List<Owner> all) {
                        return List.of(all.get(all.size() - 1));
                    }
                }))
                .isTrue();
    }
}
