package io.tapgateway.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.build.Modules;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The drawing of the modules has all of them, and each arrow is a dependency in the build. */
class ModuleDiagramTest {
    private static final Pattern BOX = Pattern.compile("(?m)^  (\\w+)\\[([a-z/-]+)<br>");
    private static final Pattern ARROW = Pattern.compile("(?m)^  (\\w+) --> (\\w+)$");
    private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>(.*?)</dependency>");
    private static final Pattern OURS =
            Pattern.compile("<groupId>io\\.tapgateway</groupId>\\s*<artifactId>([a-z-]+)</artifactId>");

    private final String drawing = Page.of("docs/architecture.md").blocks().stream()
            .filter(block -> block.language().equals("mermaid"))
            .findFirst()
            .orElseThrow()
            .text();

    @Test
    void every_module_is_drawn() {
        assertThat(boxes().values()).containsExactlyInAnyOrderElementsOf(Modules.standingTogether());
    }

    @Test
    void the_arrows_are_the_dependencies_but_for_those_that_follow_from_others() {
        Map<String, Set<String>> arrows = arrows();
        arrows.forEach(
                (module, others) -> assertThat(dependencies(module)).as(module).containsAll(others));
        for (String module : boxes().values()) {
            assertThat(reachable(module, arrows)).as(module).containsAll(dependencies(module));
        }
    }

    /** What is drawn, by its name in the drawing. */
    private Map<String, String> boxes() {
        return BOX.matcher(drawing).results().collect(Collectors.toMap(box -> box.group(1), box -> box.group(2)));
    }

    private Map<String, Set<String>> arrows() {
        Map<String, String> boxes = boxes();
        Map<String, Set<String>> arrows = new TreeMap<>();
        for (MatchResult arrow : ARROW.matcher(drawing).results().toList()) {
            arrows.computeIfAbsent(boxes.get(arrow.group(1)), from -> new TreeSet<>())
                    .add(boxes.get(arrow.group(2)));
        }
        return arrows;
    }

    private static Set<String> dependencies(String module) {
        return DEPENDENCY
                .matcher(Page.of(module + "/pom.xml").text())
                .results()
                .map(found -> found.group(1))
                .filter(text -> !text.contains("<scope>test</scope>"))
                .flatMap(text -> OURS.matcher(text).results().map(found -> folder(found.group(1))))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Where the module of that artifact lies. */
    private static String folder(String artifact) {
        String own = "</parent>\\s*<artifactId>" + artifact + "</artifactId>";
        return Modules.all().stream()
                .filter(module -> Pattern.compile(own)
                        .matcher(Page.of(module + "/pom.xml").text())
                        .find())
                .findFirst()
                .orElseThrow();
    }

    private static Set<String> reachable(String module, Map<String, Set<String>> arrows) {
        Set<String> found = new HashSet<>();
        for (String next : arrows.getOrDefault(module, Set.of())) {
            found.add(next);
            found.addAll(reachable(next, arrows));
        }
        return found;
    }
}
