package io.tapgateway.mcp.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.mcp.protocol.ClientInfo;
import io.tapgateway.mcp.protocol.HttpHead;
import io.tapgateway.mcp.protocol.HttpRefusal;
import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.mcp.protocol.McpRevision;
import io.tapgateway.mcp.protocol.Reaction;
import io.tapgateway.mcp.protocol.RpcMessage;
import io.tapgateway.mcp.protocol.ServerConnection;
import io.tapgateway.mcp.protocol.ServerProfile;
import io.tapgateway.mcp.protocol.SessionIds;
import io.tapgateway.protocol.model.Sha256;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.thread.SystemClock;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * MCP servers for agents over Streamable HTTP, one for each of their sessions (M-014). Who has the id of a session that
 * is not there any more, because it was left or the gateway is another one, gets it again (M-015). Thread-safe; HTTP
 * itself is somebody else's.
 */
public final class HttpFaces implements AutoCloseable {
    /** How long a session stays after its last stream or request. */
    static final Duration LEFT_ALONE = Duration.ofSeconds(60);

    /** How often is looked. */
    static final Duration LOOK = Duration.ofSeconds(5);

    /** How often lines are kept open, in looks. */
    static final int LOOKS_PER_BEAT = 3;

    /** How many sessions that their agents have ended are remembered. */
    static final int MOST_ENDED = 10_000;

    /** The header that names a session. */
    public static final String SESSION = "Mcp-Session-Id";

    private static final int NO_CONTENT = 204;
    private static final int BAD_REQUEST = 400;

    private final SecureRandom random = new SecureRandom();
    private final FaceSettings settings;
    private final ServerProfile profile;
    private final SessionIds ids;
    private final GatewayAccess gateway;
    private final GatewayClock clock;
    private final Duration patience;
    private final ReentrantLock lock = new ReentrantLock();

    /** Sessions by what tells them apart: what is random in their ids, or the realm of requests without a handshake. */
    @GuardedBy("lock")
    private final Map<String, Entry> faces = new HashMap<>();

    /** What their agents have ended, the oldest first. */
    @GuardedBy("lock")
    private final Deque<String> ended = new ArrayDeque<>();

    /** What was followed in sessions that were left, the oldest first: their agents do not ask for it again. */
    @GuardedBy("lock")
    private final Map<String, Set<String>> followed = new LinkedHashMap<>();

    @GuardedBy("lock")
    private long looks;

    @GuardedBy("lock")
    private boolean closed;

    /**
     * A session and whose it is. Immutable.
     *
     * @param id by which its agent names it
     * @param realm for which the id was given
     */
    private record Entry(String owner, String id, String realm, HttpFace face) {
        boolean isNamed(String asked, HttpAsk ask) {
            return realm.equals(ask.realm()) && MessageDigest.isEqual(bytes(id), bytes(asked));
        }

        private static byte[] bytes(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    /**
     * @param key makes ids that nobody else can make; the same in the next gateway, so that sessions go on there
     */
    public HttpFaces(FaceSettings settings, byte[] key, GatewayAccess gateway) {
        this(settings, key, gateway, SystemClock.named("tap-mcp-timer"), AgentService.PATIENCE);
    }

    /** @param patience how long an agent waits for a gateway */
    HttpFaces(FaceSettings settings, byte[] key, GatewayAccess gateway, GatewayClock clock, Duration patience) {
        this.settings = settings;
        this.profile = FaceProfile.of(settings);
        this.ids = new SessionIds(key);
        this.gateway = gateway;
        this.clock = clock;
        this.patience = patience;
    }

    /**
     * Answers a request, perhaps in a while.
     *
     * @param reply what answers it
     */
    public void serve(HttpAsk ask, HttpReply reply) {
        switch (ask.method()) {
            case "POST" -> receive(ask, reply);
            case "GET" -> listen(ask, reply);
            case "DELETE" -> end(ask, reply);
            default -> {
                HttpRefusal unknown = HttpRefusal.unknownMethod();
                reply.answer(unknown.status(), Map.of("Allow", "POST, GET, DELETE"), unknown.text());
            }
        }
    }

    /** Whoever waits for that reply has hung up. */
    public void lost(HttpReply reply) {
        all().forEach(it -> it.face().lost(reply));
    }

    /** Ends all sessions of an owner, who may not ask any more. */
    public void dismiss(String owner) {
        List<Entry> theirs;
        lock.lock();
        try {
            theirs = faces.values().stream()
                    .filter(it -> it.owner().equals(owner))
                    .toList();
            faces.values().removeAll(theirs);
        } finally {
            lock.unlock();
        }
        theirs.forEach(it -> it.face().close());
    }

    private void receive(HttpAsk ask, HttpReply reply) {
        HttpHead head = ask.head();
        Optional<HttpRefusal> refusal = head.refusalOfMessage();
        if (refusal.isPresent()) {
            refuse(refusal.get(), reply);
            return;
        }
        RpcMessage message = RpcMessage.read(ask.body());
        if (head.standsAlone(message)) {
            head.mismatch(message).ifPresentOrElse(it -> refuse(it, reply), () -> receiveAlone(ask, message, reply));
        } else if (head.session().isEmpty()) {
            judge(new ServerConnection(profile), ask, message, reply);
        } else {
            head.refusalOfRevision()
                    .ifPresentOrElse(
                            it -> refuse(it, reply),
                            () -> find(ask).visit(reply, face -> face.receive(message, reply)));
        }
    }

    /** A message that stands by itself belongs to the one session of all such messages of its realm (M-014). */
    private void receiveAlone(HttpAsk ask, RpcMessage message, HttpReply reply) {
        standing(ask)
                .ifPresentOrElse(
                        face -> face.receive(message, reply),
                        () -> judge(ServerConnection.ofRequests(profile), ask, message, reply));
    }

    private Optional<HttpFace> standing(HttpAsk ask) {
        lock.lock();
        try {
            return Optional.ofNullable(faces.get(ask.realm())).map(Entry::face);
        } finally {
            lock.unlock();
        }
    }

    private void listen(HttpAsk ask, HttpReply reply) {
        Optional<HttpRefusal> refusal = ask.head().refusalOfListening();
        if (refusal.isPresent()) {
            refuse(refusal.get(), reply);
        } else {
            find(ask).visit(reply, face -> face.listen(ask.head(), reply));
        }
    }

    private void end(HttpAsk ask, HttpReply reply) {
        Optional<SessionIds.Session> named = named(ask);
        if (named.isEmpty()) {
            refuse(ask.head().session().isEmpty() ? HttpRefusal.noSession() : HttpRefusal.unknownSession(), reply);
            return;
        }
        Optional<Entry> was;
        lock.lock();
        try {
            String session = named.get().random();
            was = Optional.ofNullable(faces.remove(session));
            followed.remove(session);
            if (!ended.contains(session)) {
                ended.addLast(session);
            }
            if (ended.size() > MOST_ENDED) {
                ended.removeFirst();
            }
        } finally {
            lock.unlock();
        }
        was.ifPresent(it -> it.face().close());
        reply.answer(NO_CONTENT, Map.of(), "");
    }

    private static void refuse(HttpRefusal refusal, HttpReply reply) {
        reply.answer(refusal.status(), Map.of(), refusal.text());
    }

    /** Who has no session may begin one, or have it begun by what it asks for. */
    private void judge(ServerConnection connection, HttpAsk ask, RpcMessage message, HttpReply reply) {
        var unused = connection.receive(message).accept(new Introduction(ask, message, connection, reply));
    }

    private void serve(
            HttpAsk ask, RpcMessage message, ServerConnection connection, Reaction.Serve first, HttpReply reply) {
        Optional<HttpFace> face;
        Optional<HttpFace> earlier;
        lock.lock();
        try {
            earlier = standing(ask);
            face = earlier.isPresent() ? earlier : openStanding(ask, first.client(), connection);
        } finally {
            lock.unlock();
        }
        if (face.isEmpty()) {
            refuse(busy(), reply);
        } else if (earlier.isPresent()) {
            face.get().receive(message, reply);
        } else {
            face.get().act(first, reply);
        }
    }

    @GuardedBy("lock")
    private Optional<HttpFace> openStanding(HttpAsk ask, ClientInfo client, ServerConnection connection) {
        SessionIds.Session session = new SessionIds.Session(ask.realm(), McpRevision.R2026_07_28, client.name());
        return open(ask, session, ids.give(session, ask.realm()), client, connection, false);
    }

    private void welcome(HttpAsk ask, ServerConnection connection, Reaction.Welcome welcome, HttpReply reply) {
        byte[] unguessable = new byte[SessionIds.RANDOM_BYTES];
        random.nextBytes(unguessable);
        SessionIds.Session session = SessionIds.describe(
                unguessable, welcome.revision(), welcome.client().name());
        String id = ids.give(session, ask.realm());
        Optional<HttpFace> face;
        lock.lock();
        try {
            face = open(ask, session, id, welcome.client(), connection, false);
        } finally {
            lock.unlock();
        }
        if (face.isEmpty()) {
            refuse(busy(), reply);
        } else {
            reply.answer(HttpWire.OK, Map.of(SESSION, id), welcome.text());
        }
    }

    private static HttpRefusal busy() {
        return HttpRefusal.busy(McpLimit.SESSIONS.most() + " sessions are open");
    }

    /** Opens a session, unless there are too many. */
    @GuardedBy("lock")
    private Optional<HttpFace> open(
            HttpAsk ask,
            SessionIds.Session session,
            String id,
            ClientInfo client,
            ServerConnection connection,
            boolean again) {
        if (closed || faces.size() >= McpLimit.SESSIONS.most()) {
            return Optional.empty();
        }
        HttpWire wire = new HttpWire(session.revision(), clock, again);
        AgentChannel channel = new AgentChannel(connection, wire, clock);
        AgentService.Agent agent = new AgentService.Agent(
                client,
                session.revision(),
                AgentSessionInfo.of(
                        client,
                        Optional.of(ask.place()).filter(it -> !it.isEmpty()),
                        Optional.empty(),
                        Sha256.brief(session.random())),
                false,
                Optional.empty(),
                Optional.empty(),
                settings);
        AgentService service = new AgentService(channel, gateway, agent, clock, patience);
        Optional.ofNullable(followed.remove(session.random())).ifPresent(service::follow);
        service.open();
        HttpFace face = new HttpFace(channel, wire, service);
        if (faces.isEmpty()) {
            lookLater();
        }
        faces.put(session.random(), new Entry(ask.owner(), id, ask.realm(), face));
        return Optional.of(face);
    }

    private Optional<SessionIds.Session> named(HttpAsk ask) {
        return ask.head().session().flatMap(id -> ids.read(id, ask.realm()));
    }

    /** The session that a request names: as it is, or opened anew. */
    private Found find(HttpAsk ask) {
        Optional<HttpFace> known = ask.head().session().flatMap(id -> known(id, ask));
        return known.isPresent() ? new Found(known, Optional.empty()) : findBySeal(ask);
    }

    /** The id of a session that is open has been given: its seal is compared, and need not be made again. */
    private Optional<HttpFace> known(String id, HttpAsk ask) {
        lock.lock();
        try {
            return Optional.ofNullable(faces.get(SessionIds.random(id)))
                    .filter(it -> it.isNamed(id, ask))
                    .map(Entry::face);
        } finally {
            lock.unlock();
        }
    }

    private Found findBySeal(HttpAsk ask) {
        Optional<SessionIds.Session> named = named(ask);
        if (named.isEmpty()) {
            return Found.not(ask.head().session().isEmpty() ? HttpRefusal.noSession() : HttpRefusal.unknownSession());
        }
        SessionIds.Session session = named.get();
        lock.lock();
        try {
            Entry known = faces.get(session.random());
            if (known != null) {
                return new Found(Optional.of(known.face()), Optional.empty());
            }
            if (ended.contains(session.random())) {
                return Found.not(HttpRefusal.unknownSession());
            }
            ClientInfo client = new ClientInfo(session.client(), Optional.empty());
            ServerConnection connection = ServerConnection.resumed(profile, session.revision());
            String id = ask.head().session().orElseThrow();
            Optional<HttpFace> again = open(ask, session, id, client, connection, true);
            return again.isPresent() ? new Found(again, Optional.empty()) : Found.not(busy());
        } finally {
            lock.unlock();
        }
    }

    private List<Entry> all() {
        lock.lock();
        try {
            return List.copyOf(faces.values());
        } finally {
            lock.unlock();
        }
    }

    private void lookLater() {
        var unused = clock.wakeAt(clock.nanos() + LOOK.toNanos(), this::look);
    }

    /** Keeps lines open, and ends the sessions that were left. */
    private void look() {
        List<Entry> left = new ArrayList<>();
        boolean beats;
        lock.lock();
        try {
            looks++;
            beats = looks % LOOKS_PER_BEAT == 0;
            Iterator<Map.Entry<String, Entry>> each = faces.entrySet().iterator();
            while (each.hasNext()) {
                Map.Entry<String, Entry> entry = each.next();
                HttpFace face = entry.getValue().face();
                if (face.quiet() >= LEFT_ALONE.toNanos()) {
                    each.remove();
                    left.add(entry.getValue());
                    remember(entry.getKey(), face.followed());
                }
            }
            if (!faces.isEmpty()) {
                lookLater();
            }
        } finally {
            lock.unlock();
        }
        left.forEach(it -> it.face().close());
        if (beats) {
            all().forEach(it -> it.face().beat());
        }
    }

    @GuardedBy("lock")
    private void remember(String session, Set<String> uris) {
        if (!uris.isEmpty()) {
            followed.put(session, uris);
        }
        if (followed.size() > McpLimit.SESSIONS.most()) {
            followed.remove(followed.keySet().iterator().next());
        }
    }

    /** Ends all sessions, and begins none any more. Harmless to repeat. */
    @Override
    public void close() {
        List<Entry> last;
        lock.lock();
        try {
            closed = true;
            last = List.copyOf(faces.values());
            faces.clear();
        } finally {
            lock.unlock();
        }
        last.forEach(it -> it.face().close());
    }

    /** A session, or why there is none. Immutable. */
    private record Found(Optional<HttpFace> face, Optional<HttpRefusal> refusal) {
        static Found not(HttpRefusal why) {
            return new Found(Optional.empty(), Optional.of(why));
        }

        void visit(HttpReply reply, Consumer<HttpFace> action) {
            face.ifPresent(action);
            refusal.ifPresent(why -> refuse(why, reply));
        }
    }

    /** Answers the first message of somebody. */
    private final class Introduction implements Reaction.Visitor<Boolean> {
        private final HttpAsk ask;
        private final RpcMessage message;
        private final ServerConnection connection;
        private final HttpReply reply;

        private Introduction(HttpAsk ask, RpcMessage message, ServerConnection connection, HttpReply reply) {
            this.ask = ask;
            this.message = message;
            this.connection = connection;
            this.reply = reply;
        }

        @Override
        public Boolean onIgnore(Reaction.Ignore ignore) {
            if (!connection.asksByAnswers()) {
                return refuseStranger();
            }
            reply.answer(HttpFace.ACCEPTED, Map.of(), "");
            return true;
        }

        /** What can be answered without knowing anybody. */
        @Override
        public Boolean onAnswer(Reaction.Answer answer) {
            reply.answer(connection.asksByAnswers() ? HttpWire.OK : BAD_REQUEST, Map.of(), answer.text());
            return true;
        }

        @Override
        public Boolean onReject(Reaction.Reject rejection) {
            refuse(rejection.refusal(), reply);
            return true;
        }

        @Override
        public Boolean onWelcome(Reaction.Welcome welcome) {
            welcome(ask, connection, welcome, reply);
            return true;
        }

        @Override
        public Boolean onServe(Reaction.Serve request) {
            serve(ask, message, connection, request, reply);
            return true;
        }

        @Override
        public Boolean onCancel(Reaction.Cancel cancel) {
            return refuseStranger();
        }

        @Override
        public Boolean onReady(Reaction.Ready ready) {
            return refuseStranger();
        }

        @Override
        public Boolean onConclude(Reaction.Conclude conclusion) {
            return refuseStranger();
        }

        private boolean refuseStranger() {
            refuse(HttpRefusal.noSession(), reply);
            return true;
        }
    }
}
