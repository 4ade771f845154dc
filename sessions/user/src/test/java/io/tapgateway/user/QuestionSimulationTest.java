package io.tapgateway.user;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.testkit.Depth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * I-81 and I-82: every question ends once, wherever it was shown, and nobody says yes but a place where somebody sits
 * who has been shown all of it. Places of several widths come, lose their connection and go; askers ask and take back;
 * everybody answers whatever they ever heard of. Everything follows from a seed.
 */
final class QuestionSimulationTest {
    private static final int SEEDS = Integer.getInteger("tapgateway.seeds", Depth.of(100, 5_000, 50_000));
    private static final int DEEDS = 80;
    private static final int MOST_SEEDS = 500;
    private static final int MOST_PLACES = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final List<Integer> WIDTHS = List.of(150, 1_000, 100_000);
    private static final List<ProviderName> ASKERS =
            List.of(new ProviderName("one"), new ProviderName("two"), new ProviderName("three"));

    /** What is wrong on purpose between the person's port and those who use it. */
    interface Flaw {
        Flaw NONE = new Flaw() {};

        /** Whose yes it is taken for that one of them says. */
        default Place speaker(Place place, List<Place> all) {
            return place;
        }

        /** Whether a program of the owner, which may say no, says yes instead. */
        default boolean ownerApproves() {
            return false;
        }

        /** What an asker hears of the end. */
        default List<Approval> heard(Approval end) {
            return List.of(end);
        }

        /** Whether places are told of an end. */
        default boolean isTold(QuestionEnd how) {
            return true;
        }
    }

    /** Where somebody sits, and what they have been told. Confined to the test's thread. */
    private static final class Place implements Surface {
        private final String name;
        private final int width;
        private final Set<Ability> abilities;
        private final boolean deputy;
        private final Flaw flaw;
        private final Consumer<String> complaint;
        private final Set<QuestionId> whole = new HashSet<>();
        private final Set<QuestionId> named = new HashSet<>();
        private Optional<Attachment> seat = Optional.empty();
        private Optional<Long> awayUntil = Optional.empty();
        private boolean left;

        private Place(String name, Random random, Flaw flaw, Consumer<String> complaint) {
            this.name = name;
            this.complaint = complaint;
            this.width = WIDTHS.get(random.nextInt(WIDTHS.size()));
            this.deputy = random.nextInt(4) == 0;
            this.flaw = flaw;
            Set<Ability> able = new HashSet<>(Set.of(Ability.QUESTIONS));
            if (!deputy) {
                able.add(Ability.APPROVALS);
                if (random.nextBoolean()) {
                    able.add(Ability.LINK);
                }
            }
            this.abilities = able;
        }

        private Attachment seat() {
            return seat.orElseThrow();
        }

        private boolean isThere(long now) {
            return !left && awayUntil.filter(until -> until - now <= 0).isEmpty();
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int mostCharacters() {
            return width;
        }

        @Override
        public Set<Ability> abilities() {
            return abilities;
        }

        @Override
        public boolean isDeputy() {
            return deputy;
        }

        @Override
        public void opened(OpenQuestion question) {
            require(question.request().length() <= width, "shown what does not fit", question);
            require(!named.contains(question.id()) && whole.add(question.id()), "shown again", question);
        }

        @Override
        public void pointed(OpenQuestion question) {
            require(!whole.contains(question.id()) && named.add(question.id()), "shown again", question);
        }

        @Override
        public void closed(OpenQuestion question, QuestionEnd how) {
            if (flaw.isTold(how)) {
                boolean shown = whole.remove(question.id()) || named.remove(question.id());
                require(shown, "told the end of what is not shown", question);
            }
        }

        private void require(boolean holds, String otherwise, OpenQuestion question) {
            if (!holds) {
                complaint.accept(name + " is " + otherwise + ": question " + question.id());
            }
        }
    }

    /** A question on its way, and what its asker has heard. Confined to the test's thread. */
    private static final class Question {
        private final UserRequest request;
        private final Asked<?> asked;
        private int ends;

        private Question(UserRequest request, Asked<?> asked) {
            this.request = request;
            this.asked = asked;
        }
    }

    /** One run. Confined to the test's thread. */
    private static final class Run implements AutoCloseable {
        private final ManualUserTime time = ManualUserTime.ofTest();
        private final Random random;
        private final Flaw flaw;
        private final SessionUser user;
        private final List<Place> places = new ArrayList<>();
        private final Map<QuestionId, Question> questions = new LinkedHashMap<>();

        /** What one who may say so has permitted for the session, by the question that was the answer to. */
        private final Map<QuestionId, ApprovalRequest> permitted = new LinkedHashMap<>();

        private final Map<QuestionId, Scope> scopes = new LinkedHashMap<>();

        /** The question to which somebody just now says yes, or answers, who has been shown all of it. */
        private Optional<QuestionId> yes = Optional.empty();

        private int yeses;

        /** What was wrong where nobody may throw. */
        private final List<String> complaints = new ArrayList<>();

        private Run(long seed, Flaw flaw) {
            this.random = new Random(seed);
            this.flaw = flaw;
            this.user = SessionUser.create(
                    time, SessionUserListener.NOBODY, random.nextBoolean() ? PATIENCE : Duration.ZERO);
        }

        private void play() {
            for (int i = 0; i < DEEDS; i++) {
                act();
                yes = Optional.empty();
                judge();
            }
            user.end();
            judge();
            assertThat(questions.values()).as("each question ends once").allMatch(it -> it.ends == 1);
            assertThat(places)
                    .as("nothing is left open anywhere")
                    .allMatch(it -> !it.isThere(time.nanos()) || (it.whole.isEmpty() && it.named.isEmpty()));
        }

        private void act() {
            switch (random.nextInt(14)) {
                case 0, 1 -> sit();
                case 2, 3, 4 -> approve();
                case 5 -> ask();
                case 6 -> any(places).ifPresent(this::comeOrGo);
                case 7 -> time.pass(Duration.ofMillis(random.nextInt(20_000)));
                case 8 -> anyQuestion().ifPresent(id -> questions.get(id).asked.withdraw());
                case 9 -> userLeaves();
                case 10 -> anyQuestion().ifPresent(this::ownerDenies);
                case 11 -> anyQuestion().ifPresent(this::revoke);
                default -> any(places).ifPresent(it -> anyQuestion().ifPresent(id -> speak(it, id)));
            }
        }

        private void sit() {
            if (places.stream().filter(it -> it.isThere(time.nanos())).count() < MOST_PLACES) {
                Place place = new Place("at place " + places.size(), random, flaw, complaints::add);
                places.add(place);
                place.seat = Optional.of(user.attach(place));
            }
        }

        private void comeOrGo(Place place) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    if (place.seat().away(PATIENCE)) {
                        place.awayUntil = Optional.of(time.nanos() + PATIENCE.toNanos());
                    }
                }
                case 1 -> {
                    if (place.seat().back()) {
                        place.awayUntil = Optional.empty();
                    }
                }
                default -> {
                    place.seat().close();
                    place.left = true;
                }
            }
        }

        private ProviderName asker() {
            return ASKERS.get(random.nextInt(ASKERS.size()));
        }

        private Duration patience() {
            return random.nextInt(3) == 0 ? PATIENCE : Duration.ZERO;
        }

        private String text() {
            return "git push " + "x".repeat(WIDTHS.get(random.nextInt(WIDTHS.size())) - 100);
        }

        private void approve() {
            ApprovalRequest request = new ApprovalRequest(
                            "shell",
                            new ProviderName("host"),
                            JsonValue.of(Map.of("command", text())),
                            List.of(new ApprovalRequest.Source(asker(), TrustLevel.PROJECT, "Sure?")),
                            random.nextInt(4) == 0)
                    .withWaitFor(patience());
            Asked<Approval> asked = user.approve(request);
            Question question = new Question(request, asked);
            questions.put(asked.id(), question);
            asked.answer().thenAccept(end -> flaw.heard(end).forEach(it -> hear(asked.id(), question, it)));
        }

        private void ask() {
            UserQuestion request =
                    new UserQuestion(asker(), text().substring(0, 50), List.of("red"), false).withWaitFor(patience());
            Asked<UserAnswer> asked = user.ask(random.nextBoolean() ? request : request.withAtMost(PATIENCE));
            Question question = new Question(request, asked);
            questions.put(asked.id(), question);
            asked.answer().thenAccept(end -> hear(asked.id(), question, end));
        }

        private void hear(QuestionId id, Question question, Approval end) {
            question.ends++;
            if (end.isApproved()) {
                yeses++;
                require(yes.filter(id::equals).isPresent() || isPermitted((ApprovalRequest) question.request), id);
            }
        }

        private void hear(QuestionId id, Question question, UserAnswer end) {
            question.ends++;
            if (end instanceof UserAnswer.Given) {
                yeses++;
                require(yes.filter(id::equals).isPresent(), id);
            }
        }

        private void require(boolean isSaid, QuestionId id) {
            if (!isSaid) {
                complaints.add("a yes to question " + id + " that nobody has said who was shown it");
            }
        }

        private boolean isPermitted(ApprovalRequest request) {
            return scopes.entrySet().stream()
                    .anyMatch(it -> it.getValue().covers(request)
                            && permitted.get(it.getKey()).asker().equals(request.asker()));
        }

        private void userLeaves() {
            if (random.nextInt(3) == 0) {
                user.leave(asker());
            }
        }

        /** A program with the owner token. */
        private void ownerDenies(QuestionId id) {
            if (flaw.ownerApproves()) {
                any(places).ifPresent(it -> it.seat().approve(id));
            } else {
                user.deny(id, "no", "by a program");
            }
        }

        private void revoke(QuestionId id) {
            assertThat(user.revoke(id)).isEqualTo(scopes.remove(id) != null);
        }

        /** Somebody says something about a question, whether it is open there or not. */
        private void speak(Place place, QuestionId id) {
            boolean mayAnswer = place.isThere(time.nanos()) && place.whole.contains(id);
            boolean mayDeny = mayAnswer || (place.isThere(time.nanos()) && place.named.contains(id));
            Attachment seat = flaw.speaker(place, places).seat();
            UserRequest request = questions.get(id).request;
            Optional<Scope> scope = request.scopes().stream().findFirst();
            if (random.nextInt(4) == 0) {
                assertThat(seat.deny(id, "")).isEqualTo(mayDeny);
            } else if (request instanceof UserQuestion) {
                yes = Optional.of(id).filter(it -> mayAnswer);
                assertThat(seat.answer(id, "red")).isEqualTo(mayAnswer);
            } else if (scope.isPresent() && random.nextInt(3) == 0) {
                yes = Optional.of(id).filter(it -> mayAnswer);
                boolean said = seat.approve(id, scope.get());
                assertThat(said).isEqualTo(mayAnswer);
                if (said) {
                    permitted.put(id, (ApprovalRequest) request);
                    scopes.put(id, scope.get());
                }
            } else {
                yes = Optional.of(id).filter(it -> mayAnswer);
                assertThat(seat.approve(id)).isEqualTo(mayAnswer);
            }
        }

        private <T> Optional<T> any(List<T> all) {
            return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
        }

        /** One of the newest, most of which are open. */
        private Optional<QuestionId> anyQuestion() {
            List<QuestionId> ids = List.copyOf(questions.keySet());
            return any(ids.subList(Math.max(0, ids.size() - 6), ids.size()));
        }

        private void judge() {
            assertThat(complaints).isEmpty();
            List<QuestionId> open = user.open().stream().map(OpenQuestion::id).toList();
            questions.forEach((id, question) -> {
                assertThat(question.ends).as("ends of question %s", id).isEqualTo(open.contains(id) ? 0 : 1);
            });
            places.stream().filter(it -> it.isThere(time.nanos())).forEach(place -> {
                assertThat(open).as("shown %s", place.name).containsAll(place.whole);
                assertThat(open).as("named %s", place.name).containsAll(place.named);
            });
        }

        @Override
        public void close() {
            time.close();
        }
    }

    private static int played(long seed, Flaw flaw) {
        try (Run run = new Run(seed, flaw)) {
            run.play();
            return run.yeses;
        } catch (AssertionError failure) {
            throw new AssertionError("I-81, I-82, seed " + seed + ": " + failure.getMessage(), failure);
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

    private static Flaw hearing(Function<Approval, List<Approval>> heard) {
        return new Flaw() {
            @Override
            public List<Approval> heard(Approval end) {
                return heard.apply(end);
            }
        };
    }

    @Test
    void I81_I82_every_question_ends_once_and_only_who_was_shown_all_of_it_says_yes() {
        Long one = Long.getLong("tapgateway.seed");
        int yeses = (one == null ? LongStream.rangeClosed(1, SEEDS) : LongStream.of(one))
                .mapToInt(seed -> played(seed, Flaw.NONE))
                .sum();

        assertThat(yeses).as("answers and yeses").isGreaterThanOrEqualTo(one == null ? SEEDS : 0);
    }

    @Test
    void I81_an_asker_who_hears_an_end_twice_is_caught() {
        assertThat(isNoticed(hearing(end -> List.of(end, end)))).isTrue();
    }

    @Test
    void I81_an_asker_who_never_hears_that_a_question_was_withdrawn_is_caught() {
        assertThat(isNoticed(hearing(end -> end instanceof Approval.Withdrawn ? List.of() : List.of(end))))
                .isTrue();
    }

    @Test
    void I81_a_place_that_is_not_told_that_a_question_was_given_up_is_caught() {
        assertThat(isNoticed(new Flaw() {
                    @Override
                    public boolean isTold(QuestionEnd how) {
                        return how.how() != QuestionEnd.How.DENIED;
                    }
                }))
                .isTrue();
    }

    @Test
    void I82_absence_that_means_yes_is_caught() {
        assertThat(isNoticed(hearing(
                        end -> List.of(end instanceof Approval.Absent ? new Approval.Approved("nobody") : end))))
                .isTrue();
    }

    @Test
    void I82_taking_the_yes_of_one_place_for_that_of_another_is_caught() {
        assertThat(isNoticed(new Flaw() {
                    @Override
                    public Place speaker(Place place, List<Place> all) {
                        return all.get(0);
                    }
                }))
                .isTrue();
    }

    @Test
    void I82_a_program_of_the_owner_that_says_yes_is_caught() {
        assertThat(isNoticed(new Flaw() {
                    @Override
                    public boolean ownerApproves() {
                        return true;
                    }
                }))
                .isTrue();
    }
}
