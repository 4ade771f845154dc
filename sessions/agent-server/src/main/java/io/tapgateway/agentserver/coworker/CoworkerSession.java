package io.tapgateway.agentserver.coworker;

import io.tapgateway.model.TurnEvent;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.QuestionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One client of the coworker protocol and its session: what the client says, what the agent does and what time it is
 * comes in; what is to be said and done comes out, in order. It knows when the agent is busy for the client (W-031 –
 * W-033) and which questions wait for its answer (W-045, W-046). Pure; confined to one thread at a time.
 */
public final class CoworkerSession {
    /** How many lines of the timeline a client is told in a second (W-044). */
    static final int MOST_LINES_A_SECOND = 10;

    private final String id;
    private final Supplier<String> ids;
    private final EventWriter write;
    private final QuestionDesk questions;
    private List<Effect> effects = new ArrayList<>();
    private CoworkerConfig config;
    private boolean enableMcp;
    private Optional<HarnessContext> context = Optional.empty();
    private Optional<Running> running = Optional.empty();
    private ClientWish wish = ClientWish.begin();
    private boolean slow;

    private final LineRate timeline = new LineRate(MOST_LINES_A_SECOND);
    private final LineRate progress = new LineRate(MOST_LINES_A_SECOND);

    /**
     * The turn that runs.
     *
     * @param injected whether a provider has asked for it
     */
    private record Running(TurnWire wire, boolean injected) {}

    /**
     * A session that has just been opened.
     *
     * @param id the one that clients know, which nobody else may: who has it resumes the session (W-023)
     * @param ids makes UUIDs
     */
    public CoworkerSession(String id, CoworkerConfig config, Supplier<String> ids) {
        this.id = id;
        this.config = config;
        this.enableMcp = config.enableMcp();
        this.ids = ids;
        this.write = new EventWriter(id);
        this.questions = new QuestionDesk(write, ids, effect -> effects.add(effect));
    }

    /** The one place where it changes what the client waits for. */
    private void transition(ClientWish next) {
        wish = next;
    }

    /** What the session works with now. */
    public CoworkerConfig config() {
        return config;
    }

    /** Whether the MCP servers of the session are to be in it. */
    public boolean enablesMcp() {
        return enableMcp;
    }

    /** What the run is about, if anybody has said so. */
    public Optional<HarnessContext> context() {
        return context;
    }

    /** A client is there: it is told the six things that it need not ask for (W-022). */
    public List<Effect> connected(List<ProviderStatus> providers, Instant now) {
        greet(providers, now);
        return done();
    }

    /** It is there again: it is told these, what it is still asked, and whether the agent is busy (W-028). */
    public List<Effect> resumed(List<ProviderStatus> providers, Instant now) {
        greet(providers, now);
        questions.again();
        send(write.sessionBusy(running.isPresent()));
        return done();
    }

    private void greet(List<ProviderStatus> providers, Instant now) {
        send(write.serverHello(config));
        send(write.sessionSettings(enableMcp));
        send(write.observabilityStatus(config.observability()));
        send(write.providerAuthMethods());
        send(write.providerCatalog(providers, config));
        send(write.providerStatus(providers, now));
    }

    /** The client has said something. */
    public List<Effect> received(String text, Instant now) {
        ClientReader.read(text, id, this::complain).ifPresent(message -> dispatch(message, now));
        return done();
    }

    private void dispatch(ClientMessage message, Instant now) {
        if (message.type().waitsForIdle() && isBusyFor(message.type())) {
            complain(ClientError.busy("Agent is busy"));
            return;
        }
        switch (message.type()) {
            case CLIENT_HELLO -> {}
            case USER_MESSAGE ->
                offer(message.text("text"), new ClientWish.Echo(message.text("text"), clientId(message)));
            case ASK_RESPONSE -> questions.answered(message.text("requestId"), message.text("answer"));
            case APPROVAL_RESPONSE -> questions.decided(message.text("requestId"), message.flag("approved"));
            case SET_MODEL -> setModel(message);
            case PROVIDER_AUTH_METHODS_GET -> send(write.providerAuthMethods());
            case PROVIDER_AUTH_AUTHORIZE -> authorize(message);
            case PROVIDER_AUTH_CALLBACK -> authResult(message, "Sign in by an API key: this server has no other way.");
            case PROVIDER_AUTH_SET_API_KEY -> setKey(message);
            case SET_ENABLE_MCP -> {
                enableMcp = message.flag("enableMcp");
                perform(message);
                send(write.sessionSettings(enableMcp));
            }
            case CANCEL -> cancel();
            case PING -> send(write.pong());
            case RESET -> {
                effects.add(new Effect.Forget());
                send(write.todos(JsonValue.array(List.of())));
                send(write.resetDone());
            }
            case HARNESS_CONTEXT_GET -> send(write.harnessContext(context));
            case HARNESS_CONTEXT_SET -> setContext(message, now);
            case OBSERVABILITY_QUERY -> query(message.value("query"), now);
            case HARNESS_SLO_EVALUATE -> evaluate(message.value("checks").elements(), now);
            case REFRESH_PROVIDER_STATUS,
                    PROVIDER_CATALOG_GET,
                    LIST_TOOLS,
                    LIST_COMMANDS,
                    EXECUTE_COMMAND,
                    LIST_SKILLS,
                    READ_SKILL,
                    ENABLE_SKILL,
                    DISABLE_SKILL,
                    DELETE_SKILL,
                    SESSION_BACKUP_GET,
                    SESSION_BACKUP_CHECKPOINT,
                    SESSION_BACKUP_DELETE_CHECKPOINT -> perform(message);
            case SESSION_BACKUP_RESTORE -> {
                transition(wish.toRestoring());
                perform(message);
            }
        }
    }

    /** Commands are looked up first: one that nobody knows is no reason to wait (W-032). */
    private boolean isBusyFor(ClientMessageType type) {
        return switch (type) {
            case EXECUTE_COMMAND -> false;
            case USER_MESSAGE -> isBusyForTurns();
            default -> running.isPresent() || wish.isSomething();
        };
    }

    /** Behind a turn that a provider has asked for, one of the person's may wait (W-033). */
    private boolean isBusyForTurns() {
        return wish.isSomething() || running.filter(it -> !it.injected()).isPresent();
    }

    private void offer(String text, ClientWish.Echo echo) {
        transition(wish.toOffered(echo));
        effects.add(new Effect.Hear(text));
    }

    private static Optional<String> clientId(ClientMessage message) {
        return message.optional("clientMessageId");
    }

    /**
     * A command is known.
     *
     * @param message that wants it
     * @param text what it comes to, for the model
     */
    public List<Effect> expanded(ClientMessage message, String text) {
        if (isBusyForTurns()) {
            complain(ClientError.busy("Agent is busy"));
        } else if (EcmaText.isBlank(text)) {
            complain(
                    ClientError.session("Command \"" + EcmaText.echo(message.text("name")) + "\" expands to nothing."));
        } else {
            String line = "/" + EcmaText.trim(message.text("name")) + " "
                    + message.optional("arguments").orElse("");
            offer(text, new ClientWish.Echo(EcmaText.trim(line), clientId(message)));
        }
        return done();
    }

    /** The agent has taken up what it was to hear, as the turn of that number. */
    public List<Effect> taken(long turn) {
        transition(wish.toTaken(turn));
        return done();
    }

    /** The agent has no time for what it was to hear. */
    public List<Effect> refused() {
        transition(wish.toRefused());
        complain(ClientError.busy("Agent is busy"));
        return done();
    }

    /** Whether something waits for the client to read: then what is streamed to it is joined (W-012). */
    public void readsSlowly(boolean waits) {
        slow = waits;
    }

    /** Something has happened in a turn. */
    public List<Effect> happened(TurnEvent event) {
        event.accept(new TurnEvent.Visitor() {
            @Override
            public void onStarted(TurnEvent.Started started) {
                begin(started);
            }

            @Override
            public void onEnded(TurnEvent.Ended ended) {
                running = Optional.empty();
                tellMissed(timeline.missed());
                send(write.sessionBusy(false));
            }

            @Override
            public void onDropped(TurnEvent.Dropped dropped) {
                transition(wish.toOver(dropped.turn()));
            }
        });
        running.ifPresent(it -> event.accept(it.wire()));
        return done();
    }

    private void begin(TurnEvent.Started started) {
        Optional<String> provider = started.provider();
        if (provider.isPresent()) {
            send(write.log("[" + provider.get() + "] " + started.text()));
        } else {
            ClientWish.Echo echo =
                    wish.echo(started.turn()).orElseGet(() -> new ClientWish.Echo(started.text(), Optional.empty()));
            send(write.userMessage(echo.text(), echo.clientMessageId()));
        }
        send(write.sessionBusy(true));
        StreamPlace place = new StreamPlace(ids.get(), config.provider(), config.model());
        TurnWire wire = new TurnWire(place, write, this::send, () -> slow);
        running = Optional.of(new Running(wire, provider.isPresent()));
        wire.start();
        if (wish.isCancelled()) {
            cancel();
        }
        transition(wish.toOver(started.turn()));
    }

    /** A turn that was taken but has not begun is ended as soon as it has, so that the client hears of both (W-042). */
    private void cancel() {
        if (running.isPresent()) {
            transition(wish.toDropped());
            effects.add(new Effect.Interrupt());
        } else {
            transition(wish.toCancelled());
        }
    }

    /** The person is asked something. */
    public List<Effect> opened(OpenQuestion question) {
        questions.opened(question, running.map(Running::wire));
        return done();
    }

    /** What the client has said to a question has counted. */
    public List<Effect> settled(QuestionId question) {
        questions.settled(question);
        return done();
    }

    /**
     * A question has ended, wherever that was.
     *
     * @param how for people
     */
    public List<Effect> closed(OpenQuestion question, QuestionEnd how) {
        questions.closed(question, how);
        return done();
    }

    private void setModel(ClientMessage message) {
        ModelVendor provider =
                message.optional("provider").flatMap(ModelVendor::of).orElse(config.provider());
        config = config.with(provider, EcmaText.trim(message.text("model")));
        effects.add(new Effect.Think(provider, config.model()));
        send(write.configUpdated(config));
    }

    private void authorize(ClientMessage message) {
        ModelVendor provider = provider(message);
        String method = message.text("methodId");
        if (method.equals(ModelVendor.API_KEY)) {
            complain(ClientError.provider("Auth method \"" + method + "\" does not support authorization."));
        } else {
            send(write.providerAuthChallenge(provider, method));
        }
    }

    private void setKey(ClientMessage message) {
        String method = message.text("methodId");
        if (method.equals(ModelVendor.API_KEY)) {
            perform(message);
        } else {
            authResult(message, "Method \"" + method + "\" is not an API key method.");
        }
    }

    private void authResult(ClientMessage message, String why) {
        send(write.providerAuthResult(provider(message), message.text("methodId"), Optional.empty(), why));
    }

    private static ModelVendor provider(ClientMessage message) {
        return ModelVendor.of(message.text("provider")).orElseThrow();
    }

    private void setContext(ClientMessage message, Instant now) {
        JsonValue said = message.value("context");
        if (said.json().length() > HarnessContext.MOST_CHARS) {
            complain(ClientError.session("A context has at most " + HarnessContext.MOST_CHARS + " characters."));
        } else {
            context = Optional.of(HarnessContext.of(said, now));
            context.ifPresent(it -> effects.add(new Effect.Brief(it.run(), it.about())));
            send(write.harnessContext(context));
        }
    }

    private void query(JsonValue said, Instant now) {
        ObservabilityQuery query = ObservabilityQuery.of(said, now);
        config.observability()
                .unasked(query)
                .ifPresentOrElse(
                        result -> send(write.observabilityQueryResult(said, query, result)),
                        () -> effects.add(new Effect.Query(said, query)));
    }

    /**
     * A query has come to something.
     *
     * @param query that was asked for
     */
    public List<Effect> observed(Effect.Query query, ObservabilityResult result) {
        send(write.observabilityQueryResult(query.said(), query.query(), result));
        return done();
    }

    private void evaluate(List<JsonValue> said, Instant now) {
        if (said.size() > Observability.MOST_CHECKS) {
            complain(ClientError.observability(
                    "Failed to evaluate SLO checks: at most " + Observability.MOST_CHECKS + " are evaluated at once."));
            return;
        }
        List<SloCheck> checks = said.stream().map(it -> SloCheck.of(it, now)).toList();
        List<ObservabilityResult> known = checks.stream()
                .flatMap(it -> config.observability().unasked(it.query()).stream())
                .toList();
        if (known.size() == checks.size()) {
            tellVerdicts(checks, known);
        } else {
            effects.add(new Effect.Evaluate(checks));
        }
    }

    /**
     * Checks have come to something.
     *
     * @param evaluate that was asked for
     * @param results of their queries, in the same order
     */
    public List<Effect> evaluated(Effect.Evaluate evaluate, List<ObservabilityResult> results) {
        tellVerdicts(evaluate.checks(), results);
        return done();
    }

    private void tellVerdicts(List<SloCheck> checks, List<ObservabilityResult> results) {
        List<SloCheck.Verdict> verdicts = new ArrayList<>();
        for (SloCheck check : checks) {
            verdicts.add(check.judge(results.get(verdicts.size())));
        }
        send(write.harnessSloResult(config.observability(), verdicts));
    }

    /** The tools that the model may use. */
    public List<Effect> tools(List<String> names) {
        send(write.tools(names.stream().sorted().toList()));
        return done();
    }

    /** The commands that there are. */
    public List<Effect> commands(List<CommandInfo> commands) {
        send(write.commands(commands));
        return done();
    }

    /** The skills that there are. */
    public List<Effect> skills(List<SkillInfo> skills) {
        send(write.skillsList(skills));
        return done();
    }

    /** A skill, and what it says. */
    public List<Effect> skill(SkillInfo skill, String content) {
        send(write.skillContent(skill, content));
        return done();
    }

    /** Which providers can be reached. */
    public List<Effect> providerStatus(List<ProviderStatus> providers, Instant now) {
        send(write.providerStatus(providers, now));
        return done();
    }

    /** Which providers there are. */
    public List<Effect> catalog(List<ProviderStatus> providers) {
        send(write.providerCatalog(providers, config));
        return done();
    }

    /** A key was saved (W-054). */
    public List<Effect> keySaved(ModelVendor provider, List<ProviderStatus> providers, Instant now) {
        send(write.providerAuthResult(
                provider, ModelVendor.API_KEY, Optional.of(ModelVendor.API_KEY), "Provider key saved."));
        send(write.providerStatus(providers, now));
        send(write.providerCatalog(providers, config));
        return done();
    }

    /**
     * How the checkpoints are.
     *
     * @param reason why the client is told, in a word of the protocol
     */
    public List<Effect> backup(String reason, BackupState state) {
        if (reason.equals("restore")) {
            transition(wish.toRestored());
        }
        send(write.sessionBackupState(reason, state, config.workingDirectory()));
        return done();
    }

    /** What the client wanted of the checkpoints does not work. */
    public List<Effect> backupFailed(ClientError complaint) {
        transition(wish.toRestored());
        complain(complaint);
        return done();
    }

    /** What the client wanted does not work. */
    public List<Effect> complained(ClientError complaint) {
        complain(complaint);
        return done();
    }

    /** A line of the session's timeline; too many in a second are only counted (W-044). */
    public List<Effect> logged(String line, Instant now) {
        tellMissed(timeline.missedBefore(now));
        if (timeline.admits()) {
            send(write.log(line));
        }
        return done();
    }

    /** A tool that runs has said how far it is; who is told too much of that misses nothing (W-044). */
    public List<Effect> progressed(String line, Instant now) {
        var unused = progress.missedBefore(now);
        if (progress.admits()) {
            send(write.log(line));
        }
        return done();
    }

    private void tellMissed(int lines) {
        if (lines > 0) {
            send(write.log("[gateway] and " + lines + " more lines"));
        }
    }

    private void perform(ClientMessage message) {
        effects.add(new Effect.Perform(message));
    }

    private void complain(ClientError complaint) {
        send(write.error(complaint));
    }

    private void send(String text) {
        effects.add(new Effect.Send(text));
    }

    private List<Effect> done() {
        List<Effect> all = effects;
        effects = new ArrayList<>();
        return all;
    }
}
