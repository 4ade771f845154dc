package io.tapgateway.agentserver.anywhere;

import io.tapgateway.model.TurnEvent;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * All folders with what clients ask for: requests and what agents do come in, replies, events and what is to be done
 * come out, in order. Pure; confined to one thread at a time.
 */
@MayChange
public final class AnywhereDesk {
    /** How many bytes of UTF-8 a text has at most. */
    static final int MOST_OF_TEXT = 262_144;

    /** How many runs of clients there are at once, in all folders. */
    static final int MOST_RUNS = 8;

    /** How many messages a client may send in a minute. */
    static final int PER_MINUTE_OF_CLIENT = 60;

    /** How many messages may be sent to a folder in a minute. */
    static final int PER_MINUTE_OF_FOLDER = 30;

    static final int USUAL_STEPS = 12;
    static final int MOST_STEPS = 50;

    private static final String SESSIONS = "/sessions";

    private final String model;
    private final Supplier<String> ids;
    private final Map<String, FolderDesk> folders = new LinkedHashMap<>();

    /** Who has had a place longest ago is first. */
    private final List<FolderDesk> line = new ArrayList<>();

    private final MessageRate clients = new MessageRate(PER_MINUTE_OF_CLIENT);
    private final MessageRate messages = new MessageRate(PER_MINUTE_OF_FOLDER);
    private List<AnywhereEffect> effects = new ArrayList<>();

    /**
     * @param model as clients are told of it
     * @param ids makes UUIDs
     */
    public AnywhereDesk(List<Folder> folders, String model, Supplier<String> ids) {
        this.model = model;
        this.ids = ids;
        folders.forEach(this::put);
    }

    private void put(Folder folder) {
        FolderDesk desk = new FolderDesk(folder, model, ids, effect -> effects.add(effect));
        folders.put(folder.id(), desk);
        line.add(desk);
    }

    /** A folder is there that was not. */
    public List<AnywhereEffect> came(Folder folder) {
        put(folder);
        tellSessions();
        return done();
    }

    /** A folder is not there any more; whatever ran or waited there is done. */
    public List<AnywhereEffect> went(String folder) {
        FolderDesk desk = desk(folder);
        desk.end();
        folders.remove(folder);
        line.remove(desk);
        tellSessions();
        return goOn();
    }

    /** The server stops: whatever runs or waits is done. */
    public List<AnywhereEffect> ended() {
        folders.values().forEach(FolderDesk::end);
        return done();
    }

    private void tellSessions() {
        effects.add(new AnywhereEffect.Tell(new AnywhereEvent(
                "sessions", Optional.empty(), JsonWriter.toText(out -> out.value("sessions", list())))));
    }

    /**
     * A reply to a request.
     *
     * @param effects to be done in order
     */
    public record Answered(AnywhereReply reply, List<AnywhereEffect> effects) {}

    /**
     * A client asks for something.
     *
     * @param now nanoseconds of monotonic time
     */
    public Answered requested(AnywhereRequest request, long now) {
        AnywhereReply reply = reply(request, now);
        return new Answered(reply, done());
    }

    /** What keeps somebody from listening; empty if nothing does. */
    public Optional<AnywhereReply> objection(Optional<String> folder) {
        return folder.isPresent() && find(folder.get()).isEmpty()
                ? Optional.of(AnywhereReply.error(404, "unknown session"))
                : Optional.empty();
    }

    /** The id of the folder that somebody has named. */
    public Optional<String> id(String name) {
        return find(name).map(it -> it.folder().id());
    }

    private AnywhereReply reply(AnywhereRequest request, long now) {
        String path = request.path();
        if (path.equals(SESSIONS)) {
            return request.method().equals("GET") ? AnywhereReply.of(list()) : AnywhereReply.notAllowed("GET");
        }
        if (path.startsWith(SESSIONS + "/")) {
            return find(path.substring(SESSIONS.length() + 1))
                    .map(it -> ofFolder(it, request.method()))
                    .orElseGet(AnywhereDesk::unknownSession);
        }
        return switch (path) {
            case "/message", "/cancel", "/approval", "/answer" -> {
                if (!request.method().equals("POST")) {
                    yield AnywhereReply.notAllowed("POST");
                }
                yield posted(request, now);
            }
            default -> AnywhereReply.error(404, "not found");
        };
    }

    private static AnywhereReply unknownSession() {
        return AnywhereReply.error(404, "unknown session");
    }

    private AnywhereReply posted(AnywhereRequest request, long now) {
        if (request.contentType()
                .filter(it -> it.toLowerCase(Locale.ROOT).equals("application/json"))
                .isEmpty()) {
            return AnywhereReply.error(415, "application/json required");
        }
        Optional<JsonValue> body = object(request.body());
        if (body.isEmpty()) {
            return AnywhereReply.error(400, "JSON object required");
        }
        return switch (request.path()) {
            case "/message" -> message(body.get(), request.client(), now);
            case "/cancel" -> cancel(body.get());
            case "/approval" -> approval(body.get());
            default -> answer(body.get());
        };
    }

    private static Optional<JsonValue> object(String text) {
        try {
            return JsonReader.OBJECT.tryRead(JsonValue.parse(text));
        } catch (MalformedJson e) {
            return Optional.empty();
        }
    }

    private JsonValue list() {
        return JsonValue.array(folders.values().stream()
                .map(it -> JsonWriter.toValue(out -> write(out, it)))
                .toList());
    }

    private static void write(JsonWriter out, FolderDesk desk) {
        out.text("id", desk.folder().id())
                .text("name", desk.folder().name())
                .text("created", desk.folder().created())
                .number("count", desk.count())
                .flag("busy", desk.isBusy());
    }

    private static AnywhereReply ofFolder(FolderDesk desk, String method) {
        return switch (method) {
            case "GET" -> AnywhereReply.of(out -> write(out, desk));
            case "DELETE" -> {
                desk.cancelAll();
                desk.forget();
                yield AnywhereReply.of(out -> write(out, desk));
            }
            default -> AnywhereReply.notAllowed("GET, DELETE");
        };
    }

    private AnywhereReply message(JsonValue body, String client, long now) {
        Optional<String> text = text(body, "text").filter(it -> !it.isBlank());
        if (text.isEmpty() || text.get().getBytes(StandardCharsets.UTF_8).length > MOST_OF_TEXT) {
            return AnywhereReply.error(400, "text required");
        }
        Optional<Run.Mode> mode = mode(body);
        if (mode.isEmpty()) {
            return AnywhereReply.error(400, "mode must be chat or agent");
        }
        Optional<Integer> steps = steps(body);
        if (steps.isEmpty()) {
            return AnywhereReply.error(400, "maxSteps must be an integer");
        }
        Optional<FolderDesk> desk = wanted(body);
        if (desk.isEmpty()) {
            return unknownSession();
        }
        String folder = desk.get().folder().id();
        long wait = Math.max(clients.waitSeconds(client, now), messages.waitSeconds(folder, now));
        if (wait > 0) {
            return AnywhereReply.tooMany("too many messages", wait);
        }
        if (desk.get().isFull()) {
            return AnywhereReply.tooMany("too many runs wait", 1);
        }
        clients.count(client, now);
        messages.count(folder, now);
        Run run = new Run(ids.get(), text.get(), Run.HTTP, mode.get(), steps.get());
        desk.get().accept(run);
        return AnywhereReply.accepted(
                run.id(), out -> out.flag("accepted", true).text("id", run.id()).text("sessionId", folder));
    }

    private static Optional<String> text(JsonValue body, String member) {
        return body.get(member).filter(it -> it.kind() == JsonKind.STRING).map(JsonValue::asString);
    }

    private static Optional<Run.Mode> mode(JsonValue body) {
        if (body.get("mode").isEmpty()) {
            return Optional.of(Run.Mode.CHAT);
        }
        return switch (text(body, "mode").orElse("")) {
            case "chat" -> Optional.of(Run.Mode.CHAT);
            case "agent" -> Optional.of(Run.Mode.AGENT);
            default -> Optional.empty();
        };
    }

    /** Whatever number it is, it is brought within the limits. */
    private static Optional<Integer> steps(JsonValue body) {
        Optional<JsonValue> said = body.get("maxSteps");
        if (said.isEmpty()) {
            return Optional.of(USUAL_STEPS);
        }
        return said.filter(it -> it.kind() == JsonKind.NUMBER && it.asDouble() == Math.rint(it.asDouble()))
                .map(it -> (int) Math.max(1, Math.min(MOST_STEPS, it.asDouble())));
    }

    /** The folder that a message names, or else the first one. */
    private Optional<FolderDesk> wanted(JsonValue body) {
        if (body.get("sessionId").isEmpty()) {
            return folders.values().stream().findFirst();
        }
        return text(body, "sessionId").flatMap(this::find);
    }

    /** By its id, or by its path as it is or with percent signs. */
    private Optional<FolderDesk> find(String name) {
        String decoded = decoded(name);
        return folders.values().stream()
                .filter(it -> it.folder().isCalled(name) || it.folder().isCalled(decoded))
                .findFirst();
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    private AnywhereReply cancel(JsonValue body) {
        Optional<String> id = text(body, "id");
        Optional<String> session = text(body, "sessionId");
        if (id.isEmpty() && session.isEmpty()) {
            return AnywhereReply.error(400, "id or sessionId required");
        }
        boolean some;
        if (id.isPresent()) {
            some = folders.values().stream().anyMatch(it -> it.cancel(id.get()));
        } else {
            Optional<FolderDesk> desk = session.flatMap(this::find);
            if (desk.isEmpty()) {
                return unknownSession();
            }
            some = desk.get().cancelAll();
        }
        return AnywhereReply.with(202, out -> out.flag("cancelled", some));
    }

    private AnywhereReply approval(JsonValue body) {
        Optional<String> id = text(body, "approvalId");
        Optional<Boolean> approved =
                body.get("approved").filter(it -> it.kind() == JsonKind.BOOLEAN).map(JsonValue::asBoolean);
        if (id.isEmpty() || approved.isEmpty()) {
            return AnywhereReply.error(400, "approvalId and approved required");
        }
        return settle(
                id.get(),
                true,
                "",
                desk -> new AnywhereEffect.Decide(
                        desk.folder().id(), desk.questions().question(id.get()), approved.get()));
    }

    private AnywhereReply answer(JsonValue body) {
        Optional<String> id = text(body, "askId");
        Optional<String> answer = text(body, "answer");
        if (id.isEmpty() || answer.isEmpty()) {
            return AnywhereReply.error(400, "askId and answer required");
        }
        return settle(
                id.get(),
                false,
                answer.get(),
                desk -> new AnywhereEffect.Answer(
                        desk.folder().id(), desk.questions().question(id.get()), answer.get()));
    }

    /** How an answer is brought to where it belongs. */
    @FunctionalInterface
    private interface Bringing {
        AnywhereEffect to(FolderDesk desk);
    }

    /** @param said what is answered; of no account for an approval */
    private AnywhereReply settle(String id, boolean approval, String said, Bringing bringing) {
        for (FolderDesk desk : folders.values()) {
            switch (desk.questions().find(id, approval)) {
                case OPEN -> {
                    Optional<String> objection = desk.questions().objection(id, said);
                    if (objection.isPresent()) {
                        return AnywhereReply.error(400, objection.get());
                    }
                    effects.add(bringing.to(desk));
                    return AnywhereReply.of(out -> out.flag("accepted", true));
                }
                case SETTLED -> {
                    return AnywhereReply.error(409, "already settled");
                }
                case UNKNOWN -> {}
            }
        }
        return AnywhereReply.error(404, approval ? "unknown approval" : "unknown ask");
    }

    /** The client of that run knows that it was accepted, or has gone. */
    public List<AnywhereEffect> written(String run) {
        folders.values().forEach(it -> it.begin(run));
        return goOn();
    }

    /** The agent of a folder has taken up what it was to hear, as the turn of that number. */
    public List<AnywhereEffect> taken(String folder, long turn) {
        desk(folder).taken(turn);
        return done();
    }

    /** The agent of a folder has no time for what it was to hear. */
    public List<AnywhereEffect> refused(String folder) {
        desk(folder).refused();
        return goOn();
    }

    /** Something has happened in a turn. */
    public List<AnywhereEffect> happened(String folder, TurnEvent event) {
        Optional.ofNullable(folders.get(folder)).ifPresent(it -> it.happened(event));
        return goOn();
    }

    /** Runs that wait begin, as far as there are places, in the folders that have had theirs longest ago. */
    private List<AnywhereEffect> goOn() {
        long taken = folders.values().stream().filter(FolderDesk::isTaken).count();
        for (FolderDesk desk : List.copyOf(line)) {
            if (taken < MOST_RUNS && desk.wantsPlace()) {
                taken++;
                desk.goOn();
                line.remove(desk);
                line.add(desk);
            }
        }
        return done();
    }

    /** The person is asked something in a folder. */
    public List<AnywhereEffect> opened(String folder, OpenQuestion question) {
        Optional.ofNullable(folders.get(folder)).ifPresent(it -> it.opened(question));
        return done();
    }

    /** A question of a folder has ended, wherever that was. */
    public List<AnywhereEffect> closed(String folder, OpenQuestion question, QuestionEnd how) {
        Optional.ofNullable(folders.get(folder)).ifPresent(it -> it.questions().closed(question, how));
        return done();
    }

    private FolderDesk desk(String folder) {
        return Optional.ofNullable(folders.get(folder))
                .orElseThrow(() -> new IllegalStateException("desk: there is no folder '" + folder + "'"));
    }

    private List<AnywhereEffect> done() {
        List<AnywhereEffect> all = effects;
        effects = new ArrayList<>();
        return all;
    }
}
