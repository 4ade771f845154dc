package io.tapgateway.testkit.transcript;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Text to transcripts: leaves comments out, pulls in fragments ({@code @ use}) and writes repetitions ({@code @
 * repeat}) out. Confined to one call.
 */
final class TranscriptReader {
    private static final Pattern LINE = Pattern.compile("([A-Za-z][A-Za-z0-9]*)?([><!~@])(?:\\s(.*))?");
    private static final Pattern PARAMETER = Pattern.compile("%([a-z]+)%");
    private static final Pattern REPEATED_TEXT = Pattern.compile("%\\{(.*?)\\*(\\d+)}");
    private static final Pattern LIST = Pattern.compile("%\\[(\\d+):(.*?)]%");
    private static final int DEEPEST_INCLUDE = 5;

    /** Finds the text of a file by its path below the folder of transcripts. */
    private final Function<String, String> files;

    TranscriptReader(Function<String, String> files) {
        this.files = files;
    }

    Transcript read(String name) {
        return new Transcript(name, read(name + ".txt", Map.of(), 0));
    }

    private List<Line> read(String file, Map<String, String> parameters, int depth) {
        if (depth > DEEPEST_INCLUDE) {
            throw new IllegalArgumentException(file + ": fragments use each other in circles");
        }
        return new Section(file, files.apply(file).lines().toList(), depth).read(parameters);
    }

    /** The lines of one file while they are being read. */
    private final class Section {
        private final String file;
        private final List<String> source;
        private final int depth;
        private final List<Line> lines = new ArrayList<>();

        Section(String file, List<String> source, int depth) {
            this.file = file;
            this.source = source;
            this.depth = depth;
        }

        List<Line> read(Map<String, String> parameters) {
            Map<String, String> known = new LinkedHashMap<>();
            int end = block(0, known, parameters);
            if (end != source.size()) {
                throw fault(end, "'@ end' without '@ repeat'");
            }
            return lines;
        }

        /** Reads from a line to the end of the file or to the {@code @ end} of a repetition, and says where that is. */
        private int block(int from, Map<String, String> known, Map<String, String> given) {
            int at = from;
            StringBuilder why = new StringBuilder();
            boolean open = false;
            while (at < source.size()) {
                String text = source.get(at).strip();
                if (text.startsWith("#")) {
                    why.setLength(open ? why.length() : 0);
                    why.append(open ? " " : "").append(text.substring(1).strip());
                    open = true;
                } else if (!text.isEmpty()) {
                    open = false;
                    Line line = line(at, fill(at, text, known, given), why.toString());
                    String verb = line.kind() == Line.Kind.COMMAND ? line.verb() : "";
                    switch (verb) {
                        case "default" -> known.putAll(assignments(rest(line.body())));
                        case "use" -> use(at, rest(line.body()));
                        case "repeat" -> at = repeat(at, rest(line.body()), known, given);
                        case "end" -> {
                            return at;
                        }
                        default -> lines.add(line);
                    }
                }
                at++;
            }
            return at;
        }

        private int repeat(int at, String times, Map<String, String> known, Map<String, String> given) {
            int end = at;
            for (int i = 1; i <= Integer.parseInt(times); i++) {
                Map<String, String> inside = new LinkedHashMap<>(known);
                inside.put("i", Integer.toString(i));
                end = block(at + 1, inside, given);
            }
            if (end >= source.size()) {
                throw fault(at, "'@ repeat' without '@ end'");
            }
            return end;
        }

        private void use(int at, String words) {
            String[] fragmentAndRest = words.split("\\s+", 2);
            Map<String, String> values = fragmentAndRest.length > 1 ? assignments(fragmentAndRest[1]) : Map.of();
            String path = "fragments/" + fragmentAndRest[0] + ".txt";
            try {
                lines.addAll(TranscriptReader.this.read(path, values, depth + 1));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(file + ":" + (at + 1) + ": " + e.getMessage(), e);
            }
        }

        private String fill(int at, String text, Map<String, String> known, Map<String, String> given) {
            String filled = PARAMETER.matcher(text).replaceAll(found -> {
                String name = found.group(1);
                String value = given.getOrDefault(name, known.get(name));
                if (value == null) {
                    throw fault(at, "%" + name + "% has no value");
                }
                return Matcher.quoteReplacement(value);
            });
            String listed = LIST.matcher(filled)
                    .replaceAll(
                            found -> Matcher.quoteReplacement(list(Integer.parseInt(found.group(1)), found.group(2))));
            return REPEATED_TEXT
                    .matcher(listed)
                    .replaceAll(
                            found -> Matcher.quoteReplacement(found.group(1).repeat(Integer.parseInt(found.group(2)))));
        }

        private Line line(int at, String text, String why) {
            Matcher parts = LINE.matcher(text);
            if (!parts.matches()) {
                throw fault(at, "a line is 'PEER> …', 'PEER< …', 'PEER! close CODE', 'PEER~' or '@ command': " + text);
            }
            String peer = parts.group(1) == null ? "" : parts.group(1);
            String body = parts.group(3) == null ? "" : parts.group(3).strip();
            return new Line(file, at + 1, Line.kindOf(parts.group(2).charAt(0)), peer, body, why);
        }

        private IllegalArgumentException fault(int at, String what) {
            return new IllegalArgumentException(file + ":" + (at + 1) + ": " + what);
        }
    }

    private static String list(int times, String item) {
        return IntStream.rangeClosed(1, times)
                .mapToObj(i -> item.replace("#", Integer.toString(i)))
                .collect(Collectors.joining(","));
    }

    private static String rest(String body) {
        String[] words = body.split("\\s+", 2);
        return words.length > 1 ? words[1] : "";
    }

    private static Map<String, String> assignments(String words) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String word : words.split("\\s+", -1)) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                values.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        return values;
    }
}
