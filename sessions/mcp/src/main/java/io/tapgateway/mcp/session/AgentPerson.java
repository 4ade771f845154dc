package io.tapgateway.mcp.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.mcp.protocol.McpRevision;
import io.tapgateway.mcp.protocol.OpenRequest;
import io.tapgateway.protocol.json.Characters;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.text.ModelText;
import io.tapgateway.user.Ability;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.QuestionId;
import io.tapgateway.user.Surface;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The person in front of an agent that has them fill in forms: a surface of the session's person while the agent waits
 * for something that it uses, and only then (M-044, U-108). Thread-safe.
 */
final class AgentPerson {
    /** What others can call a surface by. */
    private static final int MOST_OF_NAME = 80;

    /** What fits on the screen of an agent; longer requests are shown elsewhere, or not at all (U-105). */
    static final int MOST_CHARACTERS = 4_000;

    /** How long a form may be open; agents that never answer are not waited for any longer. */
    static final Duration LONGEST = Duration.ofHours(1);

    /** How often a form is shown that was filled in with what it does not take. */
    static final int MOST_TRIES = 3;

    private final AgentChannel channel;
    private final McpRevision revision;
    private final Function<Surface, Optional<Attachment>> session;
    private final String name;
    private final Set<Ability> abilities;
    private final ReentrantLock lock = new ReentrantLock();

    /** What the agent waits for, the newest last. */
    @GuardedBy("lock")
    private final Set<OpenRequest> uses = new LinkedHashSet<>();

    @GuardedBy("lock")
    private Optional<Sitting> sitting = Optional.empty();

    /** What the person did not want to see any more. */
    @GuardedBy("lock")
    private final Set<QuestionId> dismissed = new HashSet<>();

    /**
     * @param session has its person sit at one more surface
     * @param agent what people call it
     * @param approves whether tools may be approved there
     */
    AgentPerson(
            AgentChannel channel,
            McpRevision revision,
            Function<Surface, Optional<Attachment>> session,
            String agent,
            boolean approves) {
        this.channel = channel;
        this.revision = revision;
        this.session = session;
        this.name = Characters.beginning("in " + ModelText.clean(agent).replaceAll("\\p{Cntrl}", " "), MOST_OF_NAME);
        this.abilities = EnumSet.of(Ability.QUESTIONS, Ability.FORMS);
        if (approves) {
            abilities.add(Ability.APPROVALS);
        }
    }

    /** The agent uses something from now on. */
    void begins(OpenRequest use) {
        if (!channel.abilities(use).forms()) {
            return;
        }
        lock.lock();
        try {
            uses.add(use);
            if (uses.size() == 1 || (!revision.hasHandshake() && isAway())) {
                sit();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether nobody sits there any more; a request that stands by itself may be somebody else's. */
    @GuardedBy("lock")
    private boolean isAway() {
        return sitting.map(Sitting::isOver).orElse(true);
    }

    @GuardedBy("lock")
    private void sit() {
        Sitting next = new Sitting();
        sitting = next.sit() ? Optional.of(next) : Optional.empty();
    }

    /** The agent does not wait for that any more. Harmless to repeat. */
    void ends(OpenRequest use) {
        Optional<Sitting> left = Optional.empty();
        lock.lock();
        try {
            if (uses.remove(use) && uses.isEmpty()) {
                left = sitting;
                sitting = Optional.empty();
            }
        } finally {
            lock.unlock();
        }
        left.ifPresent(Sitting::leave);
    }

    /** On the way of what the agent is asked: of something that it waits for now, if it does. */
    @GuardedBy("lock")
    private Optional<OpenRequest> newest() {
        return newest(channel::isHeard).or(() -> newest(it -> true));
    }

    @GuardedBy("lock")
    private Optional<OpenRequest> newest(Predicate<OpenRequest> which) {
        return uses.stream().filter(which).reduce((former, later) -> later);
    }

    /** The surface for as long as the agent waits. */
    private final class Sitting implements Surface {
        /** What the agent shows. */
        @GuardedBy("lock")
        private final Map<QuestionId, AgentQuery> shown = new HashMap<>();

        @GuardedBy("lock")
        private boolean over;

        /** There before anybody else can answer: it is given under the lock. */
        @GuardedBy("lock")
        private Optional<Attachment> seat = Optional.empty();

        private boolean isOver() {
            lock.lock();
            try {
                return over;
            } finally {
                lock.unlock();
            }
        }

        /** False if there is no way to the session's person. */
        private boolean sit() {
            lock.lock();
            try {
                seat = session.apply(this);
                if (over) {
                    seat.ifPresent(Attachment::close);
                }
                return seat.isPresent();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int mostCharacters() {
            return MOST_CHARACTERS;
        }

        @Override
        public Set<Ability> abilities() {
            return abilities;
        }

        @Override
        public boolean isDeputy() {
            return true;
        }

        @Override
        public void opened(OpenQuestion question) {
            show(question, AgentForm.of(question.request()), MOST_TRIES);
        }

        /** If the agent cannot show it, nobody is there. */
        private void show(OpenQuestion question, AgentForm form, int tries) {
            Optional<AgentQuery> query = Optional.empty();
            lock.lock();
            try {
                if (over || dismissed.contains(question.id())) {
                    return;
                }
                if (tries > 0) {
                    query = newest().flatMap(use -> channel.ask(
                            Optional.of(use), it -> it.elicit(form.message(), form.schema(revision)), LONGEST));
                }
                query.ifPresent(it -> shown.put(question.id(), it));
            } finally {
                lock.unlock();
            }
            if (query.isEmpty()) {
                leave();
                return;
            }
            AgentQuery asked = query.get();
            var unused = asked.answer().thenAccept(result -> answered(question, form, asked, tries, result));
        }

        private void answered(
                OpenQuestion question, AgentForm form, AgentQuery query, int tries, Optional<JsonValue> result) {
            Optional<Attachment> there;
            lock.lock();
            try {
                if (!shown.remove(question.id(), query)) {
                    return;
                }
                there = seat;
            } finally {
                lock.unlock();
            }
            String action = result.flatMap(it -> it.get("action"))
                    .flatMap(JsonReader.TEXT::tryRead)
                    .orElse("");
            JsonValue content = result.flatMap(it -> it.get("content")).orElse(JsonValue.EMPTY_OBJECT);
            switch (action) {
                case "accept" ->
                    form.objection(content)
                            .ifPresentOrElse(
                                    why -> show(question, form.again(why), tries - 1),
                                    () -> there.ifPresent(it -> form.answer(content, question.id(), it)));
                case "decline" -> there.ifPresent(it -> it.deny(question.id(), ""));
                default -> dismiss(question.id());
            }
        }

        private void dismiss(QuestionId question) {
            lock.lock();
            try {
                dismissed.add(question);
            } finally {
                lock.unlock();
            }
            leave();
        }

        @Override
        public void closed(OpenQuestion question, QuestionEnd how) {
            Optional<AgentQuery> query;
            lock.lock();
            try {
                query = Optional.ofNullable(shown.remove(question.id()));
                dismissed.remove(question.id());
            } finally {
                lock.unlock();
            }
            query.ifPresent(channel::withdraw);
        }

        @Override
        public void detached() {
            leave();
        }

        /** Nobody sits there any more, and the agent shows nothing of it. Harmless to repeat. */
        private void leave() {
            List<AgentQuery> left;
            Optional<Attachment> attachment;
            lock.lock();
            try {
                over = true;
                left = List.copyOf(shown.values());
                shown.clear();
                attachment = seat;
            } finally {
                lock.unlock();
            }
            attachment.ifPresent(Attachment::close);
            left.forEach(channel::withdraw);
        }
    }
}
