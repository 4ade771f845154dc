package io.tapgateway.user;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.Utf8Length;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.form.FlatSchema;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Something that an agent, or whoever else asks for one, wants to know of its person: a text, one of some choices, or a
 * form that is filled in. Immutable.
 *
 * @param asker who wants to know it, and whose share of questions it takes; a surface says whose the words are
 * @param title what it is about, which surfaces clean; at most {@value #MOST_OF_TITLE} characters, may be empty
 * @param text as it was asked, which surfaces clean; 1 to {@value #MOST_OF_TEXT} characters
 * @param choices answers that are offered, all different; at most {@value #MOST_CHOICES}, each of 1 to
 *     {@value #MOST_OF_CHOICE} characters
 * @param strict whether nothing else is an answer; only with choices
 * @param schema of the object that answers it; then there are no choices
 * @param atMost after how long it is withdrawn; positive, at most {@link #LONGEST}
 * @param waitFor how long it waits for somebody to come where nobody could answer; at most {@link #LONGEST}
 */
public record UserQuestion(
        ProviderName asker,
        String title,
        String text,
        List<String> choices,
        boolean strict,
        Optional<FlatSchema> schema,
        Optional<Duration> atMost,
        Duration waitFor)
        implements UserRequest {
    /** How many characters a title has at most (U-104). */
    public static final int MOST_OF_TITLE = 200;

    /** How many characters a question has at most (U-104). */
    public static final int MOST_OF_TEXT = 8_192;

    /** How many answers are offered at most (U-104). */
    public static final int MOST_CHOICES = 20;

    /** How many characters each of them has at most (U-104). */
    public static final int MOST_OF_CHOICE = 200;

    /** How many bytes of UTF-8 an answer has at most, as JSON where it is an object (U-104). */
    public static final int MOST_OF_ANSWER = 65_536;

    /** The longest time that somebody may set. */
    @MayChange
    public static final Duration LONGEST = Duration.ofDays(7);

    /** @throws IllegalArgumentException if it is beyond a limit; the message is a sentence for whoever asks */
    public UserQuestion {
        choices = List.copyOf(choices);
        require(title.length() <= MOST_OF_TITLE, "A title has at most " + MOST_OF_TITLE + " characters.");
        require(
                !text.isBlank() && text.length() <= MOST_OF_TEXT,
                "A question has 1 to " + MOST_OF_TEXT + " characters.");
        require(choices.size() <= MOST_CHOICES, "At most " + MOST_CHOICES + " choices are offered.");
        require(
                choices.stream().noneMatch(it -> it.isBlank() || it.length() > MOST_OF_CHOICE),
                "A choice has 1 to " + MOST_OF_CHOICE + " characters.");
        require(choices.stream().distinct().count() == choices.size(), "All choices have to be different.");
        require(!strict || !choices.isEmpty(), "Where nothing else is an answer there have to be choices.");
        require(schema.isEmpty() || choices.isEmpty(), "A question has choices or a form, not both.");
        atMost.ifPresent(UserQuestion::requireTime);
        require(atMost.filter(Duration::isZero).isEmpty(), "A question needs some time.");
        requireTime(waitFor);
    }

    /** A question that is open as long as it takes, and ends at once where nobody could answer. */
    public UserQuestion(ProviderName asker, String text, List<String> choices, boolean strict) {
        this(asker, "", text, choices, strict, Optional.empty(), Optional.empty(), Duration.ZERO);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    static void requireTime(Duration time) {
        require(
                !time.isNegative() && time.compareTo(LONGEST) <= 0,
                "A time is between nothing and " + LONGEST.toDays() + " days.");
    }

    /** The same under a title. */
    @MayChange
    public UserQuestion withTitle(String about) {
        return new UserQuestion(asker, about, text, choices, strict, schema, atMost, waitFor);
    }

    /** The same with a form to be filled in. */
    @MayChange
    public UserQuestion withSchema(FlatSchema form) {
        return new UserQuestion(asker, title, text, choices, strict, Optional.of(form), atMost, waitFor);
    }

    /** The same, withdrawn after that time. */
    @MayChange
    public UserQuestion withAtMost(Duration time) {
        return new UserQuestion(asker, title, text, choices, strict, schema, Optional.of(time), waitFor);
    }

    /** The same where somebody may come only later. */
    @MayChange
    public UserQuestion withWaitFor(Duration time) {
        return new UserQuestion(asker, title, text, choices, strict, schema, atMost, time);
    }

    /** Why this is no answer to it, a sentence; empty if it is one. */
    public Optional<String> objection(String answer) {
        return objection(JsonValue.of(answer));
    }

    /** Why this is no answer to it, a sentence; empty if it is one. */
    @MayChange
    public Optional<String> objection(JsonValue answer) {
        if (schema.isPresent()) {
            return answer.fitsInto(MOST_OF_ANSWER) ? schema.get().objection(answer) : tooLong();
        }
        if (answer.kind() != JsonKind.STRING) {
            return Optional.of("The answer is a text.");
        }
        String said = answer.asString();
        if (strict && !choices.contains(said)) {
            return Optional.of("Only one of its choices answers it.");
        }
        return Utf8Length.fits(said, MOST_OF_ANSWER) ? Optional.empty() : tooLong();
    }

    private static Optional<String> tooLong() {
        return Optional.of("An answer has at most " + MOST_OF_ANSWER + " bytes.");
    }

    @Override
    public int length() {
        return title.length()
                + text.length()
                + choices.stream().mapToInt(String::length).sum()
                + schema.map(FlatSchema::length).orElse(0);
    }

    @Override
    public Ability needed() {
        return schema.isPresent() ? Ability.FORMS : Ability.QUESTIONS;
    }

    @Override
    public List<Scope> scopes() {
        return List.of();
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onQuestion(this);
    }
}
