package io.tapgateway.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.Limit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whoever meets a number in the code finds it in the documents, and no link leads nowhere. */
class RulingsTest {
    private static final Path RULINGS = Path.of("docs", "rulings");
    private static final Pattern RULING = Pattern.compile("(?m)^### (D-\\d{3}) \\S");
    private static final Pattern LATER_RULING = Pattern.compile("(?m)^### ([AFLMGUWZ]-\\d{3}) \\S");
    private static final Pattern THREAT = Pattern.compile("(?m)^### (T-\\d{2}) \\S");
    private static final Pattern INVARIANT = Pattern.compile("(?m)^- \\*\\*(I-\\d{2}) \\S");

    /** {@code D-029} in texts, {@code D029_} in names of tests. */
    private static final Pattern CITATION = Pattern.compile(
            "\\b([ADFLMGUWZ]-\\d{3}|[TI]-\\d{2})(?!\\d)|(?<![A-Za-z0-9])([ADFLMGUWZ]\\d{3}|[TI]\\d{2})(?=_[a-zA-Z])");

    private static final Pattern SECTION = Pattern.compile("(?<![\\w/])([AC]/[a-z][a-z.-]*[a-z])");
    private static final Pattern DESCRIBED = Pattern.compile("(?m)^\\| `([AC]/[a-z.-]+)`");
    private static final Pattern LINE = Pattern.compile("\\b([AC]:[1-9]\\d{0,3})\\b");

    private static final Pattern MARKED_LIMITS = Pattern.compile("Limits?: ([^_]*)_");
    private static final Pattern IN_BACKTICKS = Pattern.compile("`([^`]+)`");

    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|`[^`\n]*`");
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.+)$");

    private static final Repository REPOSITORY = Repository.read();

    private static List<String> rulings() {
        return numbers("D-%03d", 237);
    }

    private static List<String> invariants() {
        return numbers("I-%02d", 91);
    }

    @Test
    void every_ruling_is_written_down_once_and_in_order() {
        List<String> written = new ArrayList<>();
        REPOSITORY.files(path -> path.startsWith(RULINGS)).values().forEach(it -> written.addAll(found(RULING, it)));

        assertThat(written).isEqualTo(rulings());
    }

    /** Those on agents, clients, people, workspaces and extensions have gaps: what is not served yet is not ruled. */
    @Test
    void every_later_ruling_is_written_down_once_and_held_by_a_test() {
        List<String> written = laterRulings();
        Map<String, Set<Path>> cited = citations();
        Set<Path> tests = REPOSITORY
                .files(path ->
                        path.toString().endsWith("Test.java") || path.toString().endsWith("IT.java"))
                .keySet();

        assertThat(written).isNotEmpty().doesNotHaveDuplicates();
        assertThat(cited).containsKeys(written.toArray(String[]::new));
        assertThat(written)
                .allSatisfy(ruling -> assertThat(cited.get(ruling)).as(ruling).anyMatch(tests::contains));
    }

    private static List<String> laterRulings() {
        return Stream.of("s-agents", "t-clients", "u-person", "w-workspace", "x-agent-server", "y-anywhere", "z-zot")
                .flatMap(page -> found(LATER_RULING, REPOSITORY.text("docs/rulings/" + page + ".md")).stream())
                .toList();
    }

    @Test
    void every_threat_and_every_invariant_is_written_down_once_and_in_order() {
        List<String> threats = found(THREAT, REPOSITORY.text("docs/security.md"));
        List<String> invariants = found(INVARIANT, REPOSITORY.text("docs/invariants.md"));

        assertThat(threats).isEqualTo(threats());
        assertThat(invariants).isEqualTo(invariants());
    }

    @Test
    void whatever_number_is_cited_is_written_down() {
        Set<String> written = new HashSet<>(rulings());
        written.addAll(threats());
        written.addAll(invariants());
        written.addAll(laterRulings());

        Map<String, Set<Path>> cited = citations();

        assertThat(cited).containsKeys("D-029", "T-01", "I-59");
        cited.keySet().removeAll(written);
        assertThat(cited).isEmpty();
    }

    @Test
    void cited_sections_of_the_specification_are_described() {
        Set<String> described = new TreeSet<>(found(DESCRIBED, REPOSITORY.text("docs/specification.md")));
        Map<String, Path> cited = new TreeMap<>();
        REPOSITORY
                .files(RulingsTest::mayCite)
                .forEach((path, text) ->
                        SECTION.matcher(text).results().forEach(section -> cited.put(section.group(1), path)));

        assertThat(cited).containsKeys("A/crash", "C/terminal-messages");
        cited.keySet().removeAll(described);
        assertThat(cited).isEmpty();
    }

    @Test
    void no_line_of_the_specification_is_cited() {
        Map<String, Path> cited = new TreeMap<>();
        REPOSITORY
                .files(RulingsTest::mayCite)
                .forEach((path, text) -> LINE.matcher(text).results().forEach(line -> cited.put(line.group(), path)));

        assertThat(cited).isEmpty();
    }

    @Test
    void the_limits_named_in_rulings_are_all_the_limits_there_are() {
        Set<String> named = new TreeSet<>();
        for (String text : REPOSITORY.files(path -> path.startsWith(RULINGS)).values()) {
            found(MARKED_LIMITS, text).forEach(mark -> named.addAll(found(IN_BACKTICKS, mark)));
        }

        assertThat(named)
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Limit.values()).map(Limit::label).toList());
    }

    @Test
    void every_local_link_of_the_documents_leads_somewhere() {
        Map<String, Path> links = new TreeMap<>();
        Map<String, Path> broken = new TreeMap<>();
        REPOSITORY
                .files(path -> path.toString().endsWith(".md"))
                .forEach((path, text) -> found(LINK, CODE.matcher(text).replaceAll(""))
                        .forEach(link -> {
                            links.put(link, path);
                            if (!leadsSomewhere(path, link)) {
                                broken.put(link, path);
                            }
                        }));

        assertThat(links).containsKey("c-messages.md#d-034-too-many-mistakes");
        assertThat(broken).isEmpty();
    }

    private Map<String, Set<Path>> citations() {
        Map<String, Set<Path>> cited = new TreeMap<>();
        REPOSITORY
                .files(RulingsTest::mayCite)
                .forEach((path, text) -> CITATION.matcher(text)
                        .results()
                        .map(RulingsTest::number)
                        .forEach(number -> cited.computeIfAbsent(number, key -> new TreeSet<>())
                                .add(path)));
        return cited;
    }

    /** Data and generated schemas cite nothing. */
    private static boolean mayCite(Path path) {
        return !path.toString().endsWith(".json");
    }

    private static String number(MatchResult citation) {
        String inName = citation.group(2);
        return inName == null ? citation.group(1) : inName.charAt(0) + "-" + inName.substring(1);
    }

    private boolean leadsSomewhere(Path from, String link) {
        if (link.matches("[a-z]+:.*")) {
            return true;
        }
        String[] parts = link.split("#", 2);
        Path target = from.resolveSibling(parts[0]).normalize();
        if (parts[0].isEmpty()) {
            target = from;
        }
        if (parts.length == 1) {
            return REPOSITORY.has(target);
        }
        return REPOSITORY.has(target)
                && anchors(REPOSITORY.text(target.toString())).contains(parts[1]);
    }

    /** What a heading can be linked by, as the usual viewers have it. */
    private static Collection<String> anchors(String text) {
        return found(HEADING, text).stream()
                .map(heading -> heading.toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
                .toList();
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }

    /** The numbers between the two parts were never given. */
    private static List<String> threats() {
        return numbers("T-%02d", 59);
    }

    private static List<String> numbers(String format, int last) {
        return IntStream.rangeClosed(1, last).mapToObj(format::formatted).toList();
    }
}
