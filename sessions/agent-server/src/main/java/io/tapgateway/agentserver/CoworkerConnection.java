package io.tapgateway.agentserver;

import io.tapgateway.agentserver.coworker.BackupState;
import io.tapgateway.agentserver.coworker.ClientError;
import io.tapgateway.agentserver.coworker.ClientMessage;
import io.tapgateway.agentserver.coworker.CoworkerSession;
import io.tapgateway.agentserver.coworker.Effect;
import io.tapgateway.agentserver.coworker.ModelVendor;
import io.tapgateway.model.ThinkingAgent;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.ReservedNames;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.thread.Mailbox;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client with its session: carries what the client says, what the agent does and what the person is asked to the
 * {@link CoworkerSession}, one after the other, and does what follows. Thread-safe; everything but what it is told runs
 * one at a time, on the server's threads.
 */
final class CoworkerConnection implements TextReceiver, Surface, Effect.Visitor {
    private static final Logger LOG = LoggerFactory.getLogger(CoworkerConnection.class);

    /** The longest text that a client may send, in characters (W-009). */
    private static final int MOST_CHARACTERS = 16 << 20;

    /** How long what is asked may be to be shown whole (U-105). */
    private static final int MOST_SHOWN_CHARACTERS = 65_536;

    private static final int HEX_OF_ID = 16;
    private static final String NO_BACKUPS = "Checkpoints are off in this session.";
    private static final PromptSections SECTIONS = PromptSections.of(Map.of(
            "identity",
            "You are a coding agent at work in a directory, for a person who sees what you do. Use the tools you are"
                    + " given; look before you change something, and say briefly what you have done."));

    private final AgentServer server;
    private final TextSocket socket;
    private final CoworkerSession session;
    private final SessionInfo info;
    private final Instant began = Instant.now();
    private final Mailbox<Supplier<List<Effect>>> inbox;
    private volatile Optional<SessionLender.Lent> lent = Optional.empty();
    private volatile Optional<Attachment> seat = Optional.empty();
    private volatile boolean over;

    CoworkerConnection(AgentServer server, TextSocket socket) {
        this.server = server;
        this.socket = socket;
        String id = UUID.randomUUID().toString();
        this.session = new CoworkerSession(
                id, server.settings().config(), () -> UUID.randomUUID().toString());
        // Whatever dials in takes part.
        this.info = new SessionInfo(
                new SessionId(gatewayId(id)),
                "coworker",
                Optional.of(server.settings().directory()),
                false,
                true,
                ReservedNames.NONE);
        this.inbox = new Mailbox<>(server.threads(), this::take);
    }

    /** What everybody else calls the session: whoever knows the client's own id can resume it (W-023). */
    static String gatewayId(String id) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8));
            return "cw-" + HexFormat.of().formatHex(hash).substring(0, HEX_OF_ID);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("gatewayId: every Java has SHA-256", e);
        }
    }

    /** Opens the session and greets the client. */
    void begin() {
        tell(() -> {
            try {
                SessionLender.Lent opened = server.lender().lend(info, this::agent, this::timeline);
                lent = Optional.of(opened);
                seat = Optional.of(opened.user().attach(this));
            } catch (IllegalStateException refused) {
                LOG.warn("A client has no session: {}", refused.getMessage());
                leave(CloseCode.OVER_CAPACITY, "No session");
                return List.of();
            }
            return session.connected(server.routes().statuses(), Instant.now());
        });
    }

    private ThinkingAgent agent(SessionUser user) {
        return ThinkingAgent.of(server.routes()
                        .to(session.config().provider(), session.config().model()))
                .sections(SECTIONS)
                .limits(AgentServer.LIMITS)
                .user(user)
                .turnListener(event -> tell(() -> session.happened(event)))
                .build();
    }

    private void timeline(TimelineEntry entry) {
        switch (entry.level()) {
            case WARNING, SURFACE, PAIRING -> tell(() -> session.logged("[" + entry.source() + "] " + entry.text()));
            case INFO, PROGRESS, INJECT -> {}
        }
    }

    /** What has happened is taken up in its turn. */
    private void tell(Supplier<List<Effect>> happened) {
        inbox.offer(happened);
        inbox.flush();
    }

    private void take(Supplier<List<Effect>> happened) {
        if (!over) {
            carryOut(happened.get());
            socket.flush();
        }
    }

    private void carryOut(List<Effect> effects) {
        effects.forEach(effect -> effect.accept(this));
    }

    @Override
    public int maxLength() {
        return MOST_CHARACTERS;
    }

    @Override
    public void received(String text) {
        tell(() -> session.received(text, Instant.now()));
    }

    @Override
    public void closed(CloseCode why) {
        end();
    }

    /** Ends the connection and the session. */
    void leave(CloseCode code, String reason) {
        end();
        socket.close(code, reason);
    }

    /** The session ends with its connection: its turn, its questions, its calls (W-027). */
    private void end() {
        server.ended(this);
        inbox.offer(() -> {
            over = true;
            lent.ifPresent(it -> it.session().interrupt());
            seat.ifPresent(Attachment::close);
            lent.ifPresent(it -> {
                var unused = it.session().close();
            });
            return List.of();
        });
        inbox.flush();
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
    public void opened(OpenQuestion question) {
        tell(() -> session.opened(question));
    }

    @Override
    public void closed(OpenQuestion question, String how) {
        tell(() -> session.closed(question, how));
    }

    @Override
    public void onSend(Effect.Send send) {
        socket.send(send.text());
    }

    @Override
    public void onHear(Effect.Hear hear) {
        OptionalLong turn = lent.orElseThrow().agent().tryHear(hear.text());
        carryOut(turn.isPresent() ? session.taken(turn.getAsLong()) : session.refused());
    }

    @Override
    public void onInterrupt(Effect.Interrupt interrupt) {
        lent.orElseThrow().session().interrupt();
    }

    @Override
    public void onForget(Effect.Forget forget) {
        lent.orElseThrow().agent().forget();
    }

    @Override
    public void onAnswer(Effect.Answer answer) {
        var unused = seat.orElseThrow().answer(answer.question(), answer.text());
    }

    @Override
    public void onApprove(Effect.Approve approve) {
        var unused = seat.orElseThrow().approve(approve.question());
    }

    @Override
    public void onDeny(Effect.Deny deny) {
        var unused = seat.orElseThrow().deny(deny.question(), "");
    }

    @Override
    public void onThink(Effect.Think think) {
        lent.orElseThrow().agent().think(server.routes().to(think.provider(), think.model()));
    }

    @Override
    public void onPerform(Effect.Perform perform) {
        carryOut(performed(perform.message()));
    }

    private List<Effect> performed(ClientMessage message) {
        return switch (message.type()) {
            case REFRESH_PROVIDER_STATUS ->
                session.providerStatus(server.routes().statuses(), Instant.now());
            case PROVIDER_CATALOG_GET -> session.catalog(server.routes().statuses());
            case PROVIDER_AUTH_SET_API_KEY -> saveKey(message);
            case LIST_TOOLS -> session.tools(tools());
            case LIST_COMMANDS -> session.commands(server.commands().list());
            case EXECUTE_COMMAND -> execute(message);
            case LIST_SKILLS -> skills();
            case READ_SKILL, ENABLE_SKILL, DISABLE_SKILL, DELETE_SKILL -> skill(message);
            case SESSION_BACKUP_GET -> session.backup("requested", BackupState.failed(began, NO_BACKUPS));
            case SESSION_BACKUP_CHECKPOINT, SESSION_BACKUP_RESTORE, SESSION_BACKUP_DELETE_CHECKPOINT ->
                session.complained(ClientError.backup(NO_BACKUPS));
            default -> List.of();
        };
    }

    private List<String> tools() {
        return lent.orElseThrow().session().tools().stream()
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
            server.keys().save(vendor, key);
        } catch (IOException e) {
            LOG.warn("A key could not be saved", e);
            return session.complained(ClientError.provider("The key could not be saved."));
        }
        if (session.config().provider() == vendor) {
            lent.orElseThrow()
                    .agent()
                    .think(server.routes().to(vendor, session.config().model()));
        }
        return session.keySaved(vendor, server.routes().statuses(), Instant.now());
    }

    private List<Effect> execute(ClientMessage message) {
        Optional<CommandShelf.Command> command = server.commands().find(message.text("name"));
        if (command.isEmpty()) {
            return session.complained(ClientError.unknownCommand(message.text("name")));
        }
        String arguments = message.optional("arguments").orElse("");
        return session.expanded(message, command.get().template().expand(arguments));
    }

    private List<Effect> skills() {
        return session.skills(
                server.skills().list().stream().map(SkillShelf.Skill::info).toList());
    }

    private List<Effect> skill(ClientMessage message) {
        Optional<SkillShelf.Skill> skill = server.skills().find(message.text("skillName"));
        if (skill.isEmpty()) {
            return session.complained(ClientError.unknownSkill(message.text("skillName")));
        }
        return switch (message.type()) {
            case ENABLE_SKILL ->
                change(skill.get(), "enabled", () -> server.skills().setEnabled(skill.get(), true));
            case DISABLE_SKILL ->
                change(skill.get(), "disabled", () -> server.skills().setEnabled(skill.get(), false));
            case DELETE_SKILL ->
                change(skill.get(), "deleted", () -> server.skills().delete(skill.get()));
            default -> session.skill(skill.get().info(), skill.get().content());
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
        carryOut(skills());
        return session.commands(server.commands().list());
    }
}
