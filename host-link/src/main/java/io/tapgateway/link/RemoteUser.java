package io.tapgateway.link;

import io.tapgateway.link.RemoteSessionStates.RemoteSessionState;
import io.tapgateway.link.message.GatewayNotice;
import io.tapgateway.link.message.HostMessage;
import io.tapgateway.link.message.HostMessage.Presence;
import io.tapgateway.link.message.PersonsWord;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewayClock.Wakeup;
import io.tapgateway.runtime.thread.Mailbox;
import io.tapgateway.user.ApprovalRequest;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.Awaited;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.QuestionId;
import io.tapgateway.user.Scope;
import io.tapgateway.user.Surface;
import io.tapgateway.user.UserAccess;
import io.tapgateway.user.UserAnswer;
import io.tapgateway.user.UserQuestion;
import io.tapgateway.user.UserRequest;
import io.tapgateway.user.UserRequestJson;
import io.tapgateway.user.Withdrawal;
import io.tapgateway.user.panel.PanelId;
import io.tapgateway.user.panel.PanelKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The person at a session whose gateway is in another process (U-109). A surface stays attached at whatever gateway the
 * session is; what was open at one that is gone has ended. Thread-safe.
 */
final class RemoteUser implements UserAccess {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteUser.class);

    private final Supplier<SessionId> session;
    private final Supplier<RemoteSessionState> state;
    private final GatewayClock clock;
    private final Executor executor;
    private final AtomicLong lastSurface = new AtomicLong();
    private final Map<Long, Seat> seats = new ConcurrentHashMap<>();

    /**
     * @param session what it is called on the link
     * @param state of the session
     * @param executor where surfaces are told
     */
    RemoteUser(Supplier<SessionId> session, Supplier<RemoteSessionState> state, GatewayClock clock, Executor executor) {
        this.session = session;
        this.state = state;
        this.clock = clock;
        this.executor = executor;
    }

    @Override
    public Awaited<UserAnswer> ask(UserQuestion question) {
        return new Question(question, state.get());
    }

    @Override
    public Attachment attach(Surface surface) {
        Seat seat = new Seat(lastSurface.incrementAndGet(), surface);
        seats.put(seat.number, seat);
        if (state.get().isOver()) {
            seats.remove(seat.number);
        } else {
            seat.takePlace();
        }
        return seat;
    }

    /** The session is open at a gateway that knows nothing of its surfaces. */
    void opened() {
        seats.values().forEach(Seat::takePlace);
    }

    /** The session is at no gateway any more. */
    void lost() {
        seats.values().forEach(seat -> seat.closeAll(QuestionEnd.How.LOST));
    }

    /** The session has ended. */
    void end() {
        seats.values().forEach(seat -> seat.closeAll(QuestionEnd.How.SESSION_ENDED));
        seats.clear();
    }

    void opened(GatewayNotice.QuestionOpened notice) {
        seat(notice.surface())
                .ifPresent(it -> it.opened(new OpenQuestion(notice.question(), notice.request(), clock.nanos())));
    }

    void closed(GatewayNotice.QuestionClosed notice) {
        seat(notice.surface()).ifPresent(it -> it.closed(notice.question(), notice.how()));
    }

    void detached(GatewayNotice.SurfaceDetached notice) {
        seat(notice.surface()).ifPresent(it -> {
            LOG.info(
                    "A place where the person of session '{}' may sit is detached: {}", session.get(), notice.reason());
            it.leave();
        });
    }

    private Optional<Seat> seat(long number) {
        return Optional.ofNullable(seats.get(number));
    }

    /** Something that the host wants to know. Thread-safe. */
    private final class Question implements Awaited<UserAnswer> {
        /** Where it is asked, and nowhere else. */
        private final RemoteSessionState asked;

        private final CompletableFuture<UserAnswer> answer;
        private volatile OptionalLong number = OptionalLong.empty();

        private Question(UserQuestion question, RemoteSessionState asked) {
            this.asked = asked;
            JsonValue json = JsonWriter.toValue(out -> UserRequestJson.ask(out, question));
            this.answer = asked.request(id -> {
                        number = OptionalLong.of(id);
                        return new HostMessage.AskPerson(id, session.get(), json);
                    })
                    .thenApplyAsync(
                            reply -> reply.read(
                                    it -> UserRequestJson.answer(JsonObject.of(it)),
                                    none -> state.get().isOver()
                                            ? new UserAnswer.Withdrawn(Withdrawal.ENDED)
                                            : new UserAnswer.Absent(none.reason())),
                            executor);
        }

        @Override
        public CompletionStage<UserAnswer> answer() {
            return answer.minimalCompletionStage();
        }

        @Override
        public void withdraw(Withdrawal why) {
            if (!answer.isDone()) {
                number.ifPresent(it -> asked.say(new HostMessage.Withdraw(session.get(), it, why)));
            }
        }
    }

    /**
     * A surface of the host. What is said there counts if nobody has said anything elsewhere by the time that the
     * gateway hears it, which {@link Surface#closed} tells. Thread-safe; its surface is not trusted to work.
     */
    private final class Seat implements Attachment {
        private final long number;
        private final Surface surface;
        private final HostMessage.AttachSurface profile;
        private final Mailbox<Consumer<Surface>> mailbox = new Mailbox<>(executor, this::deliver);

        /** What was opened here and has not ended. */
        private final Map<QuestionId, OpenQuestion> shown = new ConcurrentHashMap<>();

        /** To which of these nobody has said anything here. */
        private final Set<QuestionId> open = ConcurrentHashMap.newKeySet();

        /** Until when somebody who is away may come back. */
        private volatile OptionalLong awayUntil = OptionalLong.empty();

        private Seat(long number, Surface surface) {
            this.number = number;
            this.surface = surface;
            this.profile = new HostMessage.AttachSurface(
                    session.get(),
                    number,
                    surface.name(),
                    surface.mostCharacters(),
                    surface.abilities(),
                    surface.isDeputy());
        }

        /** At the gateway, if there is one. */
        private void takePlace() {
            say(profile.in(session.get()));
            awayUntil.ifPresent(until -> presence(Presence.Change.AWAY, Duration.ofNanos(until - clock.nanos())));
        }

        private void say(HostMessage message) {
            state.get().say(message);
        }

        private void presence(Presence.Change change, Duration atMost) {
            say(new Presence(session.get(), number, change, atMost.isNegative() ? Duration.ZERO : atMost));
        }

        private boolean isAttached() {
            return seats.containsKey(number);
        }

        private void opened(OpenQuestion question) {
            shown.put(question.id(), question);
            open.add(question.id());
            tell(it -> it.opened(question));
        }

        private void closed(QuestionId id, QuestionEnd how) {
            open.remove(id);
            Optional.ofNullable(shown.remove(id)).ifPresent(question -> tell(it -> it.closed(question, how)));
        }

        private void closeAll(QuestionEnd.How how) {
            List.copyOf(shown.keySet()).forEach(id -> closed(id, QuestionEnd.of(how)));
        }

        private void tell(Consumer<Surface> notice) {
            mailbox.offer(notice);
            mailbox.flush();
        }

        private void deliver(Consumer<Surface> notice) {
            Wakeup alarm = clock.wakeAt(clock.nanos() + LinkRules.SURFACE_PATIENCE.toNanos(), () -> {
                if (fail()) {
                    LOG.warn("A place where a person may sit has hung for {}", LinkRules.SURFACE_PATIENCE);
                }
            });
            try {
                notice.accept(surface);
            } catch (RuntimeException broken) {
                if (fail()) {
                    LOG.warn("A place where a person may sit has failed", broken);
                }
            } finally {
                alarm.cancel();
            }
        }

        private boolean fail() {
            boolean left = leave();
            if (left) {
                presence(Presence.Change.GONE, Duration.ZERO);
            }
            return left;
        }

        /** It is not attached any more; false if it was not before. */
        private boolean leave() {
            boolean left = seats.remove(number, this);
            if (left) {
                tell(Surface::detached);
            }
            return left;
        }

        /** Says something, once, to a question that is open here and takes that. */
        private boolean say(QuestionId question, Predicate<UserRequest> takes, PersonsWord word) {
            boolean said = isAttached()
                    && Optional.ofNullable(shown.get(question))
                            .filter(it -> takes.test(it.request()))
                            .filter(it -> open.remove(question))
                            .isPresent();
            if (said) {
                say(new HostMessage.Say(session.get(), number, question, word));
            }
            return said;
        }

        @Override
        public boolean approve(QuestionId question) {
            return say(question, it -> it.accept(IS_APPROVAL), new PersonsWord.Approve());
        }

        @Override
        public boolean approve(QuestionId question, Scope scope) {
            return say(question, it -> it.scopes().contains(scope), new PersonsWord.Permit(scope));
        }

        @Override
        public boolean answer(QuestionId question, JsonValue value) {
            return say(question, it -> it.accept(new Takes(value)), new PersonsWord.Answer(value));
        }

        @Override
        public boolean deny(QuestionId question, String reason) {
            return say(question, it -> true, new PersonsWord.Deny(reason));
        }

        /** There are no panels on a link. */
        @Override
        public boolean key(PanelId panel, PanelKey key) {
            return false;
        }

        @Override
        public boolean dismiss(PanelId panel) {
            return false;
        }

        @Override
        public boolean active() {
            if (isAttached()) {
                presence(Presence.Change.ACTIVE, Duration.ZERO);
            }
            return isAttached();
        }

        @Override
        public boolean away(Duration atMost) {
            awayUntil = OptionalLong.of(clock.nanos() + atMost.toNanos());
            if (isAttached()) {
                presence(Presence.Change.AWAY, atMost);
            }
            return isAttached();
        }

        @Override
        public boolean back() {
            boolean late = awayUntil.isPresent() && awayUntil.getAsLong() - clock.nanos() <= 0;
            awayUntil = OptionalLong.empty();
            if (late) {
                close();
            } else if (isAttached()) {
                presence(Presence.Change.BACK, Duration.ZERO);
            }
            return isAttached();
        }

        @Override
        public void close() {
            if (seats.remove(number, this)) {
                presence(Presence.Change.GONE, Duration.ZERO);
            }
        }
    }

    private static final UserRequest.Visitor<Boolean> IS_APPROVAL = new UserRequest.Visitor<>() {
        @Override
        public Boolean onApproval(ApprovalRequest request) {
            return true;
        }

        @Override
        public Boolean onQuestion(UserQuestion question) {
            return false;
        }
    };

    /** Whether a request is answered by that. */
    private record Takes(JsonValue value) implements UserRequest.Visitor<Boolean> {
        @Override
        public Boolean onApproval(ApprovalRequest request) {
            return false;
        }

        @Override
        public Boolean onQuestion(UserQuestion question) {
            return question.objection(value).isEmpty();
        }
    }
}
