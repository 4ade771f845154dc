package io.tapgateway.user;

import io.tapgateway.protocol.json.Utf8Length;
import io.tapgateway.protocol.model.ProviderName;
import java.util.List;
import java.util.Optional;

/**
 * Something that an agent wants to know of its person. Immutable.
 *
 * @param asker who wants to know it, and whose share of questions it takes; a surface says whose the words are
 * @param text as it was asked, which surfaces clean; 1 to {@value #MOST_OF_TEXT} characters
 * @param choices answers that are offered, all different; at most {@value #MOST_CHOICES}, each of 1 to
 *     {@value #MOST_OF_CHOICE} characters
 * @param strict whether nothing else is an answer; only with choices
 */
public record UserQuestion(ProviderName asker, String text, List<String> choices, boolean strict)
        implements UserRequest {
    /** How many characters a question has at most (U-104). */
    public static final int MOST_OF_TEXT = 8_192;

    /** How many answers are offered at most (U-104). */
    public static final int MOST_CHOICES = 20;

    /** How many characters each of them has at most (U-104). */
    public static final int MOST_OF_CHOICE = 200;

    /** How many bytes of UTF-8 an answer has at most (U-104). */
    public static final int MOST_OF_ANSWER = 65_536;

    /** @throws IllegalArgumentException if it is beyond a limit; the message is a sentence for whoever asks */
    public UserQuestion {
        choices = List.copyOf(choices);
        require(
                !text.isBlank() && text.length() <= MOST_OF_TEXT,
                "A question has 1 to " + MOST_OF_TEXT + " characters.");
        require(choices.size() <= MOST_CHOICES, "At most " + MOST_CHOICES + " choices are offered.");
        require(
                choices.stream().noneMatch(it -> it.isBlank() || it.length() > MOST_OF_CHOICE),
                "A choice has 1 to " + MOST_OF_CHOICE + " characters.");
        require(choices.stream().distinct().count() == choices.size(), "All choices have to be different.");
        require(!strict || !choices.isEmpty(), "Where nothing else is an answer there have to be choices.");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** Why this is no answer to it, a sentence; empty if it is one. */
    public Optional<String> objection(String answer) {
        if (answer.isBlank()) {
            return Optional.of("An answer cannot be empty.");
        }
        if (strict && !choices.contains(answer)) {
            return Optional.of("Only one of its choices answers it.");
        }
        return Utf8Length.fits(answer, MOST_OF_ANSWER)
                ? Optional.empty()
                : Optional.of("An answer has at most " + MOST_OF_ANSWER + " bytes.");
    }

    @Override
    public int length() {
        return text.length() + choices.stream().mapToInt(String::length).sum();
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
