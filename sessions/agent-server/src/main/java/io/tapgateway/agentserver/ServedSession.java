package io.tapgateway.agentserver;

import io.tapgateway.agentserver.coworker.BackupState;
import io.tapgateway.agentserver.coworker.ClientError;
import io.tapgateway.agentserver.coworker.ClientMessage;
import io.tapgateway.agentserver.coworker.ClientMessageType;
import io.tapgateway.agentserver.coworker.CoworkerSession;
import io.tapgateway.agentserver.coworker.Effect;
import io.tapgateway.agentserver.coworker.ModelVendor;
import io.tapgateway.agentserver.coworker.SloCheck;
import io.tapgateway.model.ThinkingAgent;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.Sha256;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.ReservedNames;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.user.Ability;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.QuestionId;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import io.tapgateway.workspace.checkpoint.CheckpointId;
import io.tapgateway.workspace.checkpoint.CheckpointListener;
import io.tapgateway.workspace.checkpoint.CheckpointProblem;
import io.tapgateway.workspace.checkpoint.CheckpointState;
import io.tapgateway.workspace.checkpoint.Checkpoints;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's session, with its connection or, for a while, without one: carries what the client says, what the agent
 * does and what the person is asked to the {@link CoworkerSession}, one after the other, and does what follows.
 * Thread-safe; everything but what it is told runs one at a time, on the server's threads: but what a client says, and
 * what happens in a turn, is told to the session where it comes from, and so is the client, as far as nothing else
 * follows.
 */
final class ServedSession implements Surface, Effect.Visitor {
    private static final Logger LOG = LoggerFactory.getLogger(ServedSession.class);

    /** How long what is asked may be to be shown whole (U-105). */
    private static final int MOST_SHOWN_CHARACTERS = 65_536;

    /** How many characters are read by the thread that brings them; longer texts are by one of the server's. */
    private static final int MOST_READ_AT_ONCE = 65_536;

    private static final int HEX_OF_ID = 16;
    private static final String NO_BACKUPS = "Checkpoints are off in this session.";
    private static final PromptSections SECTIONS = PromptSections.of(Map.of(
            "identity",
            "You are a coding agent at work in a directory, for a person who sees what you do. Use the tools you are"
                    + " given; look before you change something, and say briefly what you have done."));

    private final SessionSupplies supplies;
    private final SessionTable sessions;
    private final String id = UUID.randomUUID().toString();
    private final CoworkerSession session;
    private final SessionInfo info;
    private final Instant began = Instant.now();
    private final EffectQueue<Effect> queue;
    private volatile Optional<Engaged> engaged = Optional.empty();

    private final AtomicBoolean over = new AtomicBoolean();

    /**
     * The loss after which nobody has the session; {@link Loss#NONE} where somebody does. Whoever sets that has it: a
     * client that comes back, one that needs its place, or the end of its time.
     */
    private final AtomicReference<Loss> unclaimed = new AtomicReference<>(Loss.NONE);

    /** A connection is lost. Thread-safe. */
    private static final class Loss {
        static final Loss NONE = new Loss(0);

        final long number;
        volatile Later.Timer end = () -> {};

        /** @param number one of a later loss, of whichever session, is greater */
        private Loss(long number) {
            this.number = number;
        }
    }

    // From here on: within the queue only.
    private Optional<TextSocket> socket;
    private boolean resumable;

    /**
     * @param sessions in which it is as long as it lasts
     * @param resumable whether its turn and its questions go on where the connection is lost
     */
    ServedSession(SessionSupplies supplies, SessionTable sessions, TextSocket socket, boolean resumable) {
        this.supplies = supplies;
        this.sessions = sessions;
        this.socket = Optional.of(socket);
        this.resumable = resumable;
        this.session = new CoworkerSession(
                id, supplies.config().session(), () -> UUID.randomUUID().toString());
        // Whatever dials in takes part.
        this.info = new SessionInfo(
                new SessionId(gatewayId(id)),
                "coworker",
                Optional.of(supplies.settings().directory()),
                false,
                true,
                ReservedNames.NONE);
        this.queue = new EffectQueue<>(
                supplies.threads(), Effect.Send.class::isInstance, effect -> effect.accept(this), this::flush);
    }

    /** What everybody else calls the session: whoever knows the client's own id can resume it (W-023). */
    static String gatewayId(String id) {
        return "cw-" + Sha256.hex(id).substring(0, HEX_OF_ID);
    }

    /** What its client calls it. */
    String id() {
        return id;
    }

    private void flush() {
        socket.ifPresent(TextSocket::flush);
    }

    /** Opens the session and greets the client. */
    void begin() {
        queue.tell(() -> {
            try {
                Engaged opened = Engaged.in(supplies.lender(), info, this::agent, this::timeline, this);
                engaged = Optional.of(opened);
                opened.lent().checkpoints().ifPresent(it -> it.listen(this::recorded));
                if (!session.enablesMcp()) {
                    opened.lent().mcp().attach(false);
                }
            } catch (IllegalStateException refused) {
                LOG.warn("A client has no session: {}", refused.getMessage());
                over.set(true);
                socket.ifPresent(it -> it.close(CloseCode.OVER_CAPACITY, "No session"));
                sessions.remove(this);
                queue.stop();
                return List.of();
            }
            return session.connected(supplies.routes().statuses(), Instant.now());
        });
    }

    private ThinkingAgent agent(SessionUser user) {
        return ThinkingAgent.of(supplies.routes()
                        .to(session.config().provider(), session.config().model()))
                .sections(sections(Optional.empty()))
                .limits(AgentServer.LIMITS)
                .user(user)
                .turnListener(event -> queue.tellHere(() -> {
                    session.readsSlowly(socket.filter(TextSocket::isWaiting).isPresent());
                    return session.happened(event);
                }))
                .build();
    }

    /**
     * What the model is told first.
     *
     * @param run what it is about, if anybody has said so
     */
    private PromptSections sections(Optional<String> run) {
        Map<String, String> more = new LinkedHashMap<>();
        supplies.config().userName().ifPresent(name -> more.put("person", "The person's name is " + name + "."));
        run.ifPresent(about -> more.put("run", about));
        if (more.isEmpty()) {
            return SECTIONS;
        }
        more.putAll(SECTIONS.texts());
        return PromptSections.of(more);
    }

    private void timeline(TimelineEntry entry) {
        switch (entry.level()) {
            case WARNING, SURFACE, PAIRING -> queue.tell(() -> session.logged(line(entry), entry.at()));
            case PROGRESS -> queue.tell(() -> session.progressed(line(entry), entry.at()));
            case INFO, INJECT -> {}
        }
    }

    private static String line(TimelineEntry entry) {
        return "[" + entry.source() + "] " + entry.text();
    }

    /** The client has said something; on the thread of its socket, which other clients wait for as well. */
    void received(String text) {
        if (text.length() > MOST_READ_AT_ONCE) {
            queue.tell(() -> session.received(text, Instant.now()));
        } else {
            queue.tellHere(() -> session.received(text, Instant.now()));
        }
    }

    /** The connection has ended: the session is kept for a while, for a client that comes back (W-027). */
    void lost(TextSocket which, CloseCode why) {
        Duration kept = supplies.settings().kept();
        if (over.get()) {
            return;
        } else if (why == CloseCode.FINISHED || kept.isZero()) {
            end();
            return;
        }
        queue.tell(() -> {
            if (socket.filter(it -> it == which).isPresent()) {
                socket = Optional.empty();
                goAway(kept);
            }
            return List.of();
        });
        Loss loss = new Loss(sessions.nextLoss());
        unclaimed.set(loss);
        loss.end = supplies.later().after(kept, () -> {
            if (unclaimed.compareAndSet(loss, Loss.NONE)) {
                end();
            }
        });
        if (unclaimed.get() != loss) {
            loss.end.cancel();
        }
    }

    /** A client that has never come back before is not expected to: only what was said is kept. */
    private void goAway(Duration kept) {
        if (resumable) {
            engaged.ifPresent(it -> it.seat().away(kept));
        } else {
            engaged.ifPresent(it -> {
                it.session().interrupt();
                it.seat().close();
            });
        }
    }

    /** Whether the session is the caller's from now on: it is without a connection, and nobody was faster. */
    boolean claim() {
        Loss loss = unclaimed.getAndSet(Loss.NONE);
        loss.end.cancel();
        return loss != Loss.NONE;
    }

    /** Which loss has left it without a client, if one has. */
    OptionalLong lost() {
        long number = Objects.requireNonNull(unclaimed.get()).number;
        return number == 0 ? OptionalLong.empty() : OptionalLong.of(number);
    }

    /** Whether it is without a client. */
    boolean isLost() {
        return lost().isPresent();
    }

    /** Ends it, if it is without a client; false if it is not. */
    boolean giveUp() {
        boolean mine = claim();
        if (mine) {
            end();
        }
        return mine;
    }

    /** The client is back, which has claimed it (W-028). */
    void resume(TextSocket now) {
        queue.tell(() -> {
            socket = Optional.of(now);
            resumable = true;
            List<Effect> told = session.resumed(supplies.routes().statuses(), Instant.now());
            queue.carryOut(told);
            engaged = engaged.map(it -> it.seat().back() ? it : it.seated(this));
            return List.of();
        });
    }

    /** Ends the connection and the session. */
    void leave(CloseCode code, String reason) {
        queue.tell(() -> {
            socket.ifPresent(it -> it.close(code, reason));
            return List.of();
        });
        end();
    }

    /** Its turn, its questions and its calls end with it (W-029). */
    private void end() {
        over.set(true);
        unclaimed.getAndSet(Loss.NONE).end.cancel();
        sessions.remove(this);
        queue.end(() -> engaged.ifPresent(Engaged::end));
    }

    @Override
    public String name() {
        return "at the client";
    }

    @Override
    public int mostCharacters() {
        return MOST_SHOWN_CHARACTERS;
    }

    @Override
    public Set<Ability> abilities() {
        return Set.of(Ability.APPROVALS, Ability.QUESTIONS, Ability.FORMS);
    }

    @Override
    public void opened(OpenQuestion question) {
        queue.tell(() -> session.opened(question));
    }

    @Override
    public void closed(OpenQuestion question, QuestionEnd how) {
        queue.tell(() -> session.closed(question, how));
    }

    @Override
    public void onSend(Effect.Send send) {
        socket.ifPresent(it -> it.send(send.text()));
    }

    @Override
    public void onHear(Effect.Hear hear) {
        OptionalLong turn = engaged.orElseThrow().agent().tryHear(hear.text());
        queue.carryOut(turn.isPresent() ? session.taken(turn.getAsLong()) : session.refused());
    }

    @Override
    public void onInterrupt(Effect.Interrupt interrupt) {
        engaged.orElseThrow().session().interrupt();
    }

    @Override
    public void onForget(Effect.Forget forget) {
        engaged.orElseThrow().agent().forget();
    }

    @Override
    public void onAnswer(Effect.Answer answer) {
        settle(answer.question(), engaged.orElseThrow().seat().answer(answer.question(), answer.value()));
    }

    @Override
    public void onApprove(Effect.Approve approve) {
        settle(approve.question(), engaged.orElseThrow().seat().approve(approve.question()));
    }

    @Override
    public void onDeny(Effect.Deny deny) {
        settle(deny.question(), engaged.orElseThrow().seat().deny(deny.question(), ""));
    }

    /** What does not count has been answered elsewhere, which is told when it is heard of. */
    private void settle(QuestionId question, boolean counts) {
        if (counts) {
            queue.carryOut(session.settled(question));
        }
    }

    @Override
    public void onThink(Effect.Think think) {
        engaged.orElseThrow().agent().think(supplies.routes().to(think.provider(), think.model()));
    }

    @Override
    public void onBrief(Effect.Brief brief) {
        ThinkingAgent agent = engaged.orElseThrow().agent();
        agent.brief(sections(Optional.of(brief.about())));
        agent.partOf(brief.run());
    }

    @Override
    public void onQuery(Effect.Query query) {
        supplies.observatory()
                .ask(session.config().observability(), query.query())
                .thenAccept(result -> queue.tell(() -> session.observed(query, result)));
    }

    @Override
    public void onEvaluate(Effect.Evaluate evaluate) {
        supplies.observatory()
                .askAll(
                        session.config().observability(),
                        evaluate.checks().stream().map(SloCheck::query).toList())
                .thenAccept(results -> queue.tell(() -> session.evaluated(evaluate, results)));
    }

    @Override
    public void onPerform(Effect.Perform perform) {
        queue.carryOut(performed(perform.message()));
    }

    private List<Effect> performed(ClientMessage message) {
        return switch (message.type()) {
            case REFRESH_PROVIDER_STATUS ->
                session.providerStatus(supplies.routes().statuses(), Instant.now());
            case PROVIDER_CATALOG_GET -> session.catalog(supplies.routes().statuses());
            case PROVIDER_AUTH_SET_API_KEY -> saveKey(message);
            case LIST_TOOLS -> session.tools(tools());
            case LIST_COMMANDS -> session.commands(supplies.commands().list());
            case EXECUTE_COMMAND -> execute(message);
            case LIST_SKILLS -> skills();
            case READ_SKILL, ENABLE_SKILL, DISABLE_SKILL, DELETE_SKILL -> skill(message);
            case SESSION_BACKUP_GET,
                    SESSION_BACKUP_CHECKPOINT,
                    SESSION_BACKUP_RESTORE,
                    SESSION_BACKUP_DELETE_CHECKPOINT -> backup(message);
            case SET_ENABLE_MCP -> {
                engaged.orElseThrow().lent().mcp().attach(session.enablesMcp());
                yield List.of();
            }
            default -> throw new IllegalStateException("performed: nobody does '" + message.type() + "'");
        };
    }

    /** Something has become of the checkpoints; on the store's thread. */
    private void recorded(CheckpointListener.Event event, CheckpointState state) {
        SessionBackups.reason(event)
                .ifPresent(reason -> queue.tell(() -> session.backup(reason, SessionBackups.of(state))));
    }

    private List<Effect> backup(ClientMessage message) {
        Optional<Checkpoints> checkpoints = engaged.orElseThrow().lent().checkpoints();
        if (checkpoints.isPresent()) {
            record(checkpoints.get(), message);
            return List.of();
        }
        return message.type() == ClientMessageType.SESSION_BACKUP_GET
                ? session.backup("requested", BackupState.failed(began, NO_BACKUPS))
                : session.backupFailed(ClientError.backup(NO_BACKUPS));
    }

    /** What works is told by {@link #recorded}; nobody waits here. */
    private void record(Checkpoints checkpoints, ClientMessage message) {
        Optional<String> id = message.optional("checkpointId");
        switch (message.type()) {
            case SESSION_BACKUP_GET ->
                checkpoints
                        .prepare()
                        .thenAccept(state -> queue.tell(() -> session.backup("requested", SessionBackups.of(state))));
            case SESSION_BACKUP_CHECKPOINT -> failing(checkpoints.make(), SessionBackups::notMade);
            case SESSION_BACKUP_RESTORE ->
                failing(restored(checkpoints, id), failure -> SessionBackups.notRestored(id, failure));
            default -> {
                String named = id.orElse("");
                failing(
                        CheckpointId.of(named)
                                .<CompletionStage<?>>map(checkpoints::delete)
                                .orElseGet(ServedSession::unknown),
                        failure -> SessionBackups.notDeleted(named, failure));
            }
        }
    }

    private static CompletionStage<?> restored(Checkpoints checkpoints, Optional<String> id) {
        if (id.isEmpty()) {
            return checkpoints.restoreBase();
        }
        return CheckpointId.of(id.get())
                .<CompletionStage<?>>map(checkpoints::restore)
                .orElseGet(ServedSession::unknown);
    }

    private static CompletionStage<?> unknown() {
        return CompletableFuture.failedFuture(
                new CheckpointProblem(CheckpointProblem.Kind.UNKNOWN, "There is no checkpoint of that name."));
    }

    private void failing(CompletionStage<?> stage, Function<Throwable, ClientError> complaint) {
        stage.whenComplete((done, failure) -> {
            if (failure != null) {
                queue.tell(() -> session.backupFailed(complaint.apply(failure)));
            }
        });
    }

    private List<String> tools() {
        return engaged.orElseThrow().session().tools().stream()
                .map(it -> it.name().value())
                .toList();
    }

    private List<Effect> saveKey(ClientMessage message) {
        ModelVendor vendor = ModelVendor.of(message.text("provider")).orElseThrow();
        String key = message.text("apiKey").strip();
        if (key.getBytes(StandardCharsets.UTF_8).length > ModelKeys.MOST_BYTES) {
            return session.complained(ClientError.provider("A key has at most " + ModelKeys.MOST_BYTES + " bytes."));
        }
        try {
            supplies.keys().save(vendor, key);
            supplies.routes().keyChanged(vendor);
        } catch (IOException e) {
            LOG.warn("A key could not be saved", e);
            return session.complained(ClientError.provider("The key could not be saved."));
        }
        return session.keySaved(vendor, supplies.routes().statuses(), Instant.now());
    }

    private List<Effect> execute(ClientMessage message) {
        Optional<CommandShelf.Command> command = supplies.commands().find(message.text("name"));
        if (command.isEmpty()) {
            return session.complained(ClientError.unknownCommand(message.text("name")));
        }
        String arguments = message.optional("arguments").orElse("");
        return session.expanded(message, command.get().template().expand(arguments));
    }

    private List<Effect> skills() {
        return session.skills(supplies.skills().shown());
    }

    private List<Effect> skill(ClientMessage message) {
        Optional<SkillShelf.Skill> skill = supplies.skills().find(message.text("skillName"));
        if (skill.isEmpty()) {
            return session.complained(ClientError.unknownSkill(message.text("skillName")));
        }
        return switch (message.type()) {
            case ENABLE_SKILL ->
                change(skill.get(), "enabled", () -> supplies.skills().setEnabled(skill.get(), true));
            case DISABLE_SKILL ->
                change(skill.get(), "disabled", () -> supplies.skills().setEnabled(skill.get(), false));
            case DELETE_SKILL ->
                change(skill.get(), "deleted", () -> supplies.skills().delete(skill.get()));
            default -> session.skill(skill.get().shown(), skill.get().content());
        };
    }

    /** Something that files may refuse. */
    @FunctionalInterface
    private interface Change {
        void make() throws IOException;
    }

    /** Only those of the person that all clients share are changed, and both lists follow (W-059). */
    private List<Effect> change(SkillShelf.Skill skill, String done, Change change) {
        boolean isSo = (done.equals("enabled") && skill.info().enabled())
                || (done.equals("disabled") && !skill.info().enabled());
        try {
            if (!skill.isGlobal()) {
                return session.complained(ClientError.session("Only global skills can be " + done + " in v1."));
            } else if (!isSo) {
                change.make();
            }
        } catch (IOException e) {
            LOG.warn("A skill could not be {}", done, e);
            return session.complained(ClientError.session("The skill could not be " + done + "."));
        }
        queue.carryOut(skills());
        return session.commands(supplies.commands().list());
    }
}
