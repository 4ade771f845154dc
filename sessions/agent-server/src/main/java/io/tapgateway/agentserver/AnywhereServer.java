package io.tapgateway.agentserver;

import io.tapgateway.agentserver.anywhere.AnywhereDesk;
import io.tapgateway.agentserver.anywhere.AnywhereEffect;
import io.tapgateway.agentserver.anywhere.AnywhereReply;
import io.tapgateway.agentserver.anywhere.AnywhereRequest;
import io.tapgateway.agentserver.anywhere.EventLog;
import io.tapgateway.agentserver.anywhere.Folder;
import io.tapgateway.agentserver.anywhere.Run;
import io.tapgateway.agentserver.step.StepModel;
import io.tapgateway.model.AgentLimits;
import io.tapgateway.model.LanguageModel;
import io.tapgateway.model.TurnManner;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.runtime.thread.IdlePool;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves clients of Copilot Anywhere: each folder has a session of the gateway and an agent of its own, and whoever
 * asks over HTTP talks to it. Whoever has the socket hands requests in, and has decided who may ask. Thread-safe.
 *
 * <pre>{@code
 * AnywhereServer server = AnywhereServer.of(settings, lender, System::nanoTime);
 * server.answer(request).thenAccept(reply -> …);
 * }</pre>
 */
@MayChange
public final class AnywhereServer implements AutoCloseable {
    /** The port at which clients look for it. */
    public static final int USUAL_PORT = 3_939;

    /** How many listen at once. */
    public static final int MOST_LISTENERS = 32;

    /** How many bytes a request has at most. */
    public static final int MOST_OF_BODY = 1 << 20;

    /** How much an agent does before it stops by itself; a run says how many steps it has. */
    static final AgentLimits LIMITS = new AgentLimits(50, 8, 20, 50_000, 200_000);

    private static final int THREADS = 4;

    /** How often it is looked which folders are there. */
    static final Duration LOOK = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(AnywhereServer.class);

    private final AnywhereSettings settings;
    private final SessionLender lender;
    private final Later later;
    private final LongSupplier nanos;
    private final IdlePool threads = IdlePool.ofErrands("tap-anywhere", THREADS);
    private final EffectQueue<AnywhereEffect> queue;
    private final Doing doing = new Doing();

    // From here on: within the queue only.
    private final AnywhereDesk desk;
    private final EventLog events = new EventLog(UUID.randomUUID().toString().substring(0, 8));
    private final Map<String, AnywhereFolder> folders = new LinkedHashMap<>();
    private final List<Listener> listeners = new ArrayList<>();

    private AnywhereServer(AnywhereSettings settings, SessionLender lender, LongSupplier nanos, Later later) {
        this.settings = settings;
        this.lender = lender;
        this.later = later;
        this.nanos = nanos;
        this.queue = new EffectQueue<>(threads, effect -> false, effect -> effect.accept(doing), () -> {});
        this.desk = new AnywhereDesk(
                settings.folders(),
                settings.modelName(),
                () -> UUID.randomUUID().toString());
    }

    /**
     * A server for those folders.
     *
     * @param nanos monotonic time
     * @throws IllegalStateException if a session cannot be opened; the message is a sentence for people
     */
    public static AnywhereServer of(AnywhereSettings settings, SessionLender lender, LongSupplier nanos) {
        return of(settings, lender, nanos, Later.ofThisMachine("tap-anywhere-timer"));
    }

    /** The same in another time. */
    static AnywhereServer of(AnywhereSettings settings, SessionLender lender, LongSupplier nanos, Later later) {
        AnywhereServer server = new AnywhereServer(settings, lender, nanos, later);
        boolean complete = false;
        try {
            for (Folder folder : settings.folders()) {
                server.folders.put(folder.id(), AnywhereFolder.open(folder, server, lender));
            }
            complete = true;
            later.after(LOOK, server::lookAgain);
            return server;
        } finally {
            if (!complete) {
                server.folders.values().forEach(AnywhereFolder::close);
                later.close();
            }
        }
    }

    private void lookAgain() {
        queue.tell(() -> {
            settings.folders().forEach(this::look);
            return List.of();
        });
        later.after(LOOK, this::lookAgain);
    }

    /** Within the queue. */
    private void look(Folder folder) {
        boolean isThere = Files.isDirectory(folder.path());
        AnywhereFolder open = folders.get(folder.id());
        if (open != null && !isThere) {
            folders.remove(folder.id());
            open.close();
            queue.carryOut(desk.went(folder.id()));
        } else if (open == null && isThere) {
            open(folder);
        }
    }

    private void open(Folder folder) {
        try {
            folders.put(folder.id(), AnywhereFolder.open(folder, this, lender));
            queue.carryOut(desk.came(folder));
        } catch (IllegalStateException e) {
            LOG.debug("A folder is there that cannot be served yet: {}", e.getMessage());
        }
    }

    /**
     * Somebody who hears of what happens.
     *
     * @param folder of what; empty for all
     */
    private record Listener(Optional<String> folder, AnywhereListener out) {}

    /** Answers a request. A reply that has {@code accepted} is told with {@link #written} once the client has it. */
    public CompletionStage<AnywhereReply> answer(AnywhereRequest request) {
        CompletableFuture<AnywhereReply> reply = new CompletableFuture<>();
        queue.tell(() -> {
            AnywhereDesk.Answered answered = desk.requested(request, nanos.getAsLong());
            reply.complete(answered.reply());
            return answered.effects();
        });
        return reply;
    }

    /** The client of that run knows that it was accepted, or has gone: the run begins. */
    public void written(String run) {
        queue.tell(() -> desk.written(run));
    }

    /**
     * Somebody wants to hear of everything from now on.
     *
     * @param folder by any of its names; empty for all
     * @param lastEventId what was heard before; what came after it, and is kept, is told first
     * @return why not, if so
     */
    public CompletionStage<Optional<AnywhereReply>> listen(
            Optional<String> folder, Optional<String> lastEventId, AnywhereListener out) {
        CompletableFuture<Optional<AnywhereReply>> refusal = new CompletableFuture<>();
        queue.tell(() -> {
            Optional<AnywhereReply> objection = desk.objection(folder)
                    .or(() -> listeners.size() >= MOST_LISTENERS
                            ? Optional.of(AnywhereReply.error(503, "too many listeners"))
                            : Optional.empty());
            refusal.complete(objection);
            if (objection.isEmpty()) {
                Listener listener = new Listener(folder.flatMap(desk::id), out);
                out.missed(lastEventId.map(events::since).orElse(List.of()).stream()
                        .filter(it -> it.concerns(listener.folder()))
                        .map(EventLog.Kept::text)
                        .toList());
                listeners.add(listener);
            }
            return List.of();
        });
        return refusal;
    }

    /** That one does not listen any more. */
    public void leave(AnywhereListener out) {
        queue.tell(() -> {
            listeners.removeIf(it -> it.out() == out);
            return List.of();
        });
    }

    /** Ends all sessions; does not wait for them. Harmless to repeat. */
    @Override
    public void close() {
        later.close();
        queue.tell(desk::ended);
        queue.end(() -> folders.values().forEach(AnywhereFolder::close));
    }

    EffectQueue<AnywhereEffect> queue() {
        return queue;
    }

    AnywhereDesk desk() {
        return desk;
    }

    LanguageModel model() {
        return settings.model();
    }

    private final class Doing implements AnywhereEffect.Visitor {
        @Override
        public void onTell(AnywhereEffect.Tell tell) {
            EventLog.Kept kept = events.add(tell.event());
            String text = kept.text();
            listeners.stream()
                    .filter(it -> kept.concerns(it.folder()))
                    .forEach(it -> it.out().heard(text));
        }

        @Override
        public void onHear(AnywhereEffect.Hear hear) {
            Run run = hear.run();
            OptionalLong turn = engaged(hear.folder()).agent().tryHear(run.text(), manner(run));
            queue.carryOut(
                    turn.isPresent() ? desk.taken(hear.folder(), turn.getAsLong()) : desk.refused(hear.folder()));
        }

        private TurnManner manner(Run run) {
            return switch (run.mode()) {
                case CHAT -> new TurnManner(StepModel.talking(settings.model()), 1, false);
                case AGENT -> new TurnManner(StepModel.of(settings.model(), run.maxSteps()), run.maxSteps(), true);
            };
        }

        @Override
        public void onInterrupt(AnywhereEffect.Interrupt interrupt) {
            engaged(interrupt.folder()).session().interrupt();
        }

        @Override
        public void onForget(AnywhereEffect.Forget forget) {
            engaged(forget.folder()).agent().forget();
        }

        @Override
        public void onAnswer(AnywhereEffect.Answer answer) {
            var unused = engaged(answer.folder()).seat().answer(answer.question(), answer.text());
        }

        @Override
        public void onDecide(AnywhereEffect.Decide decide) {
            if (decide.approved()) {
                var unused = engaged(decide.folder()).seat().approve(decide.question());
            } else {
                var unused = engaged(decide.folder()).seat().deny(decide.question(), "");
            }
        }

        private Engaged engaged(String folder) {
            return Optional.ofNullable(folders.get(folder)).orElseThrow().engaged();
        }
    }
}
