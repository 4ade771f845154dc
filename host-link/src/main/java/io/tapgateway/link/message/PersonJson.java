package io.tapgateway.link.message;

import static io.tapgateway.protocol.json.JsonReader.ANY;
import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.WHOLE_NUMBER;
import static io.tapgateway.protocol.json.JsonReader.wholeNumber;

import io.tapgateway.link.message.HostMessage.AttachSurface;
import io.tapgateway.link.message.HostMessage.Presence;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.Vocabulary;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.user.Ability;
import io.tapgateway.user.QuestionId;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.UserQuestion;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Surfaces of a host, and what is said there. Confined to one call. */
final class PersonJson implements PersonsWord.Visitor<JsonWriter> {
    /** How many characters the name of a surface has at most. */
    static final int MOST_OF_NAME = 80;

    private static final String ONCE = "once";
    private static final String SESSION = "session";

    /** What needs neither notes nor a line nor a panel over there. */
    private static final Set<Ability> ABILITIES = EnumSet.of(Ability.APPROVALS, Ability.QUESTIONS, Ability.FORMS);

    private static final Vocabulary<Ability> ABILITY = Vocabulary.lowerCase(Ability.class);
    private static final Vocabulary<Presence.Change> PRESENCE = Vocabulary.lowerCase(Presence.Change.class);
    private static final JsonReader<Long> CHARACTERS = wholeNumber(1, Integer.MAX_VALUE);
    private static final JsonReader<Long> MILLIS = wholeNumber(0, UserQuestion.LONGEST.toMillis());
    private static final JsonReader<String> NAME = TEXT.where(
            it -> !it.isBlank() && it.length() <= MOST_OF_NAME && it.chars().noneMatch(Character::isISOControl),
            "must have 1 to " + MOST_OF_NAME + " characters that can be shown");

    private final JsonWriter out;

    PersonJson(JsonWriter out) {
        this.out = out;
    }

    static long surface(JsonObject in) {
        return in.required("surface", WHOLE_NUMBER);
    }

    static QuestionId question(JsonObject in) {
        return new QuestionId(in.required("question", WHOLE_NUMBER));
    }

    static JsonWriter write(JsonWriter out, AttachSurface message) {
        return out.number("surface", message.surface())
                .text("name", message.name())
                .number("characters", message.characters())
                .texts(
                        "abilities",
                        message.abilities().stream()
                                .filter(ABILITIES::contains)
                                .sorted()
                                .map(ABILITY::word)
                                .toList())
                .flagIfSet("deputy", message.deputy());
    }

    static AttachSurface attach(SessionId session, JsonObject in) {
        return new AttachSurface(
                session,
                surface(in),
                in.required("name", NAME),
                (int) Math.min(in.required("characters", CHARACTERS), SessionUser.MOST_OF_REQUEST),
                // One that this version does not know, it cannot make use of.
                in.list("abilities", TEXT).stream()
                        .flatMap(it -> ABILITY.find(it).stream())
                        .filter(ABILITIES::contains)
                        .collect(Collectors.toSet()),
                in.isSet("deputy"));
    }

    static JsonWriter write(JsonWriter out, Presence message) {
        out.number("surface", message.surface()).text("is", PRESENCE.word(message.change()));
        return message.change() == Presence.Change.AWAY
                ? out.number("atMostMs", message.atMost().toMillis())
                : out;
    }

    static Presence presence(SessionId session, JsonObject in) {
        return new Presence(
                session,
                surface(in),
                in.required("is", PRESENCE),
                in.optional("atMostMs", MILLIS).map(Duration::ofMillis).orElse(Duration.ZERO));
    }

    /** Exactly one of them. */
    static PersonsWord word(JsonObject in) {
        if (in.has("approve")) {
            String approved = in.required("approve", TEXT);
            if (approved.equals(ONCE)) {
                return new PersonsWord.Approve();
            } else if (approved.equals(SESSION)) {
                return new PersonsWord.Permit(in.required("scope", TEXT));
            }
            throw new JsonFault("/approve", "must be one of " + ONCE + ", " + SESSION);
        }
        return in.has("answer")
                ? new PersonsWord.Answer(in.required("answer", ANY))
                : new PersonsWord.Deny(in.required("deny", TEXT));
    }

    @Override
    public JsonWriter onApprove(PersonsWord.Approve word) {
        return out.text("approve", ONCE);
    }

    @Override
    public JsonWriter onPermit(PersonsWord.Permit word) {
        return out.text("approve", SESSION).text("scope", word.scope());
    }

    @Override
    public JsonWriter onDeny(PersonsWord.Deny word) {
        return out.text("deny", word.reason());
    }

    @Override
    public JsonWriter onAnswer(PersonsWord.Answer word) {
        return out.value("answer", word.value());
    }
}
