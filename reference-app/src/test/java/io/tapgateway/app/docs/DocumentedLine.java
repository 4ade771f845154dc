package io.tapgateway.app.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the guides have people type: lines of a console, and commands in running text. Immutable. */
public record DocumentedLine(String text) {
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    /** Stands for something that a reader fills in. */
    private static final Pattern BLANK = Pattern.compile("<\\w+>|…");

    /** Those that can be typed as they stand. */
    public static Stream<DocumentedLine> all() {
        return Page.guides().stream()
                .flatMap(page -> Stream.concat(
                        page.blocks().stream()
                                .filter(block -> block.language().equals("console"))
                                .map(CodeBlock::lines)
                                .flatMap(List::stream),
                        page.inlineCode().stream()))
                .filter(text -> !BLANK.matcher(text).find())
                .map(DocumentedLine::new);
    }

    /** As a program gets them. */
    public String[] words() {
        List<String> words = new ArrayList<>();
        Matcher found = WORD.matcher(text);
        while (found.find()) {
            words.add(Optional.ofNullable(found.group(1)).orElseGet(() -> found.group(2)));
        }
        return words.toArray(String[]::new);
    }
}
