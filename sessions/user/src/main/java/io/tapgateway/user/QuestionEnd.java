package io.tapgateway.user;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.MayChange;
import java.util.Locale;
import java.util.Optional;

/**
 * How a question has ended, for those who were shown it and have not answered it themselves (U-101). Immutable.
 *
 * @param by where it was answered, as the end of "approved …", such as {@code in the console}; empty if nobody has
 * @param said the person's own words: an answer that is a text, or why not; empty if there are none
 */
@MayChange
public record QuestionEnd(How how, Optional<String> by, Optional<String> said) {
    /** What has become of it. */
    public enum How {
        APPROVED("approved"),
        APPROVED_FOR_SESSION("approved for the session"),
        DENIED("denied"),
        ANSWERED("answered"),
        DECLINED("declined"),
        /** It is open elsewhere only (U-108). */
        LEFT("left to others"),
        /** Nobody is there any more who could answer it (U-103). */
        GIVEN_UP("given up"),
        /** No place that is left shows texts of its length (U-105). */
        TOO_LONG("too long to be shown"),
        EXPIRED("not answered in time"),
        INTERRUPTED("interrupted"),
        SESSION_ENDED("its session has ended"),
        WITHDRAWN("withdrawn"),
        /** The gateway that asked it is gone. */
        LOST("the gateway is gone");

        private final String words;

        How(String words) {
            this.words = words;
        }
    }

    /** One that nobody has answered. */
    public static QuestionEnd of(How how) {
        return new QuestionEnd(how, Optional.empty(), Optional.empty());
    }

    static QuestionEnd by(How how, String place) {
        return new QuestionEnd(how, Optional.of(place), Optional.empty());
    }

    QuestionEnd saying(String words) {
        return new QuestionEnd(how, by, words.isBlank() ? Optional.empty() : Optional.of(words));
    }

    /** Whether it was a yes to the use of a tool. */
    public boolean isApproval() {
        return how == How.APPROVED || how == How.APPROVED_FOR_SESSION;
    }

    /** A few words for people, such as {@code approved at the prompt}; without what the person has said. */
    public String text() {
        return how.words + by.map(place -> " " + place).orElse("");
    }

    /** Writes the members of an object that has been begun. */
    public void write(JsonWriter out) {
        out.word("how", how).text("by", by).text("said", said);
    }

    /**
     * Reads what was written.
     *
     * @throws JsonFault if that is no end of a question
     */
    public static QuestionEnd read(JsonObject in) {
        String word = in.required("how", JsonReader.TEXT);
        for (How how : How.values()) {
            if (how.name().toLowerCase(Locale.ROOT).equals(word)) {
                return new QuestionEnd(how, in.optional("by", JsonReader.TEXT), in.optional("said", JsonReader.TEXT));
            }
        }
        throw new JsonFault("/how", "is no end of a question");
    }
}
