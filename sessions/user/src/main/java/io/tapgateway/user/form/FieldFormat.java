package io.tapgateway.user.form;

import io.tapgateway.protocol.model.MayChange;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the text of a field has to look like. */
@MayChange
public enum FieldFormat {
    /** An address of electronic mail. */
    EMAIL("an address like ada@example.org"),
    /** An absolute address. */
    URI("an address like https://example.org"),
    /** A day. */
    DATE("a day like 2026-01-31"),
    /** A point in time. */
    DATE_TIME("a time like 2026-01-31T12:00:00Z");

    private static final Pattern MAIL = Pattern.compile("[^@\\s]+@[^@\\s]+");

    private final String example;

    FieldFormat(String example) {
        this.example = example;
    }

    /** For people: the end of "takes …". */
    public String example() {
        return example;
    }

    /** As JSON Schema has it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The one that JSON Schema calls so. */
    public static Optional<FieldFormat> find(String word) {
        return Arrays.stream(values()).filter(it -> it.word().equals(word)).findFirst();
    }

    /** Whether a text looks like that. */
    public boolean matches(String text) {
        try {
            return switch (this) {
                case EMAIL -> MAIL.matcher(text).matches();
                case URI -> new URI(text).isAbsolute();
                case DATE -> LocalDate.parse(text).getYear() >= 0;
                case DATE_TIME -> OffsetDateTime.parse(text).getYear() >= 0;
            };
        } catch (URISyntaxException | DateTimeException otherwise) {
            return false;
        }
    }
}
