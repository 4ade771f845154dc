package io.tapgateway.link;

import io.tapgateway.link.message.GatewayNotice;
import io.tapgateway.link.message.HostMessage;
import io.tapgateway.protocol.codec.Identifiers;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.user.Ability;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.Awaited;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.QuestionId;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import io.tapgateway.user.UserAccess;
import io.tapgateway.user.UserAnswer;
import io.tapgateway.user.UserQuestion;
import io.tapgateway.user.UserRequestJson;
import io.tapgateway.user.Withdrawal;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The person at one session, for a host in another process (U-109): what the host asks, and the surfaces at its side. A
 * link that has lost its connection keeps them, as surfaces that may come back, until the link is over (U-103).
 * Thread-safe; the messages of the host are handled one at a time.
 */
final class HostedPerson {
    private static final String NOBODY = "The gateway of this session knows of no person.";

    private final SessionId session;
    private final Optional<UserAccess> user;
    private final Consumer<GatewayNotice> out;
    private final Map<Long, Awaited<UserAnswer>> asked = new ConcurrentHashMap<>();
    private final Map<Long, Place> places = new ConcurrentHashMap<>();

    /**
     * @param session what the host calls it
     * @param user empty if the gateway knows of no person
     * @param out takes what the host is told
     */
    HostedPerson(SessionId session, Optional<UserAccess> user, Consumer<GatewayNotice> out) {
        this.session = session;
        this.user = user;
        this.out = out;
    }

    /** A surface of the host, and what it may do here. */
    private record Place(HostSurface surface, Attachment seat) {}

    /**
     * Asks the person.
     *
     * @return completes with the answer to the host
     * @throws IllegalArgumentException if that is no question, or not the host's to ask; the message is for the host
     */
    CompletionStage<JsonValue> ask(HostMessage.AskPerson message) {
        JsonObject in = JsonObject.of(message.question());
        UserQuestion question = UserRequestJson.question(in.required("asker", Identifiers.PROVIDER_NAME), in);
        if (question.asker().equals(SessionUser.GATEWAY)) {
            throw new IllegalArgumentException("Nobody else asks in the gateway's name.");
        }
        if (user.isEmpty()) {
            return CompletableFuture.completedStage(UserRequestJson.answer(new UserAnswer.Absent(NOBODY)));
        }
        Awaited<UserAnswer> awaited = user.get().ask(question);
        asked.put(message.id(), awaited);
        return awaited.answer().thenApply(answer -> {
            asked.remove(message.id());
            return UserRequestJson.answer(answer);
        });
    }

    /** The host takes a question back. */
    void withdraw(long question, Withdrawal why) {
        Optional.ofNullable(asked.get(question)).ifPresent(it -> it.withdraw(why));
    }

    /** A person may sit at the host's side; said twice, it is the same surface. */
    void attach(HostMessage.AttachSurface message) {
        if (places.containsKey(message.surface())) {
            return;
        }
        Optional<String> refusal = user.isEmpty()
                ? Optional.of(NOBODY)
                : Optional.of("A session has at most " + LinkRules.MOST_SURFACES + " surfaces on a link.")
                        .filter(it -> places.size() >= LinkRules.MOST_SURFACES);
        if (refusal.isPresent()) {
            out.accept(new GatewayNotice.SurfaceDetached(session, message.surface(), refusal.get()));
            return;
        }
        HostSurface surface = new HostSurface(message);
        places.put(message.surface(), new Place(surface, user.orElseThrow().attach(surface)));
    }

    /** Somebody says something to a question; nothing happens unless it is open there, and that is an answer. */
    void say(HostMessage.Say message) {
        place(message.surface())
                .flatMap(place -> Optional.ofNullable(place.surface().open.get(message.question()))
                        .filter(question -> message.word().say(place.seat(), question)))
                .ifPresent(question -> {});
    }

    void presence(HostMessage.Presence message) {
        place(message.surface()).ifPresent(place -> {
            boolean attached = switch (message.change()) {
                case AWAY -> place.seat().away(message.atMost());
                case BACK -> place.seat().back();
                case ACTIVE -> place.seat().active();
                case GONE -> {
                    places.remove(message.surface());
                    place.seat().close();
                    yield true;
                }
            };
            if (!attached) {
                place.surface().detached();
            }
        });
    }

    private Optional<Place> place(long surface) {
        return Optional.ofNullable(places.get(surface));
    }

    /** The host is gone. Harmless to repeat. */
    void close() {
        asked.values().forEach(Awaited::withdraw);
        places.values().forEach(it -> it.seat().close());
        places.clear();
    }

    /** A surface at the host's side. Thread-safe. */
    private final class HostSurface implements Surface {
        private final HostMessage.AttachSurface profile;
        private final Map<QuestionId, OpenQuestion> open = new ConcurrentHashMap<>();

        private HostSurface(HostMessage.AttachSurface profile) {
            this.profile = profile;
        }

        @Override
        public String name() {
            return profile.name();
        }

        @Override
        public int mostCharacters() {
            return profile.characters();
        }

        @Override
        public Set<Ability> abilities() {
            return profile.abilities();
        }

        @Override
        public boolean isDeputy() {
            return profile.deputy();
        }

        @Override
        public void opened(OpenQuestion question) {
            open.put(question.id(), question);
            out.accept(new GatewayNotice.QuestionOpened(session, profile.surface(), question.id(), question.request()));
        }

        @Override
        public void closed(OpenQuestion question, QuestionEnd how) {
            open.remove(question.id());
            out.accept(new GatewayNotice.QuestionClosed(session, profile.surface(), question.id(), how));
        }

        @Override
        public void detached() {
            places.remove(profile.surface());
            out.accept(new GatewayNotice.SurfaceDetached(
                    session, profile.surface(), "Nobody has been at this surface for too long."));
        }
    }
}
