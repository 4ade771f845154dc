package io.tapgateway.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import io.tapgateway.app.build.Modules;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The drawing of the modules has all of them; each arrow is a dependency in the build, and something is imported along
 * it.
 */
@AnalyzeClasses(packages = "io.tapgateway", importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleDiagramTest {
    private static final Pattern BOX = Pattern.compile("(?m)^  (\\w+)\\[([a-z/-]+)<br>");
    private static final Pattern ARROW = Pattern.compile("(?m)^  (\\w+) --> (\\w+)$");
    private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>(.*?)</dependency>");
    private static final Pattern OURS =
            Pattern.compile("<groupId>io\\.tapgateway</groupId>\\s*<artifactId>([a-z-]+)</artifactId>");

    @Test
    void every_module_is_drawn() {
        assertThat(boxes().values()).containsExactlyInAnyOrderElementsOf(Modules.standingTogether());
    }

    @Test
    void the_arrows_are_the_dependencies_but_for_those_that_follow_from_others() {
        areDrawn(ModuleDiagramTest::dependencies);
    }

    @ArchTest
    static void the_arrows_are_the_imports_but_for_those_that_follow_from_others(JavaClasses all) {
        Map<JavaClass, String> modules = new HashMap<>();
        List<String> folders = Modules.standingTogether();
        all.forEach(type -> module(type, folders).ifPresent(module -> modules.put(type, module)));
        Map<String, Set<String>> imports = new TreeMap<>();
        modules.forEach((type, module) ->
                imports.computeIfAbsent(module, it -> new TreeSet<>()).addAll(imported(type, modules)));

        areDrawn(module -> imports.getOrDefault(module, Set.of()));
    }

    private static void areDrawn(Function<String, Set<String>> used) {
        Map<String, Set<String>> arrows = arrows();
        arrows.forEach(
                (module, others) -> assertThat(used.apply(module)).as(module).containsAll(others));
        for (String module : boxes().values()) {
            assertThat(reachable(module, arrows)).as(module).containsAll(used.apply(module));
        }
    }

    private static Set<String> imported(JavaClass type, Map<JavaClass, String> modules) {
        Set<String> imported = type.getDirectDependenciesFromSelf().stream()
                .map(dependency -> modules.get(dependency.getTargetClass()))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        imported.remove(modules.get(type));
        return imported;
    }

    /** The folder of the module that a class is from; examples stand alone. */
    private static Optional<String> module(JavaClass type, List<String> folders) {
        return type.getSource()
                .map(source -> source.getUri().getSchemeSpecificPart())
                .flatMap(place -> folders.stream()
                        .filter(folder -> place.contains("/" + folder + "/target/"))
                        .findFirst());
    }

    private static String drawing() {
        return Page.of("docs/architecture.md").blocks().stream()
                .filter(block -> block.language().equals("mermaid"))
                .findFirst()
                .orElseThrow()
                .text();
    }

    /** What is drawn, by its name in the drawing. */
    private static Map<String, String> boxes() {
        return BOX.matcher(drawing()).results().collect(Collectors.toMap(box -> box.group(1), box -> box.group(2)));
    }

    private static Map<String, Set<String>> arrows() {
        Map<String, String> boxes = boxes();
        Map<String, Set<String>> arrows = new TreeMap<>();
        for (MatchResult arrow : ARROW.matcher(drawing()).results().toList()) {
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
