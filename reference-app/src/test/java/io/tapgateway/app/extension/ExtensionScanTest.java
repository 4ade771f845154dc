package io.tapgateway.app.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tapgateway.app.extension.FoundExtension.Fate;
import io.tapgateway.app.extension.FoundExtension.Scope;
import io.tapgateway.zot.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtensionScanTest {
    private final Set<Manifest> approved = new HashSet<>();
    private Path project;
    private Path zot;
    private Path elsewhere;

    @BeforeEach
    void makeDirectories(@TempDir Path directory) throws IOException {
        Path real = directory.toRealPath();
        project = real.resolve("project");
        zot = real.resolve("zot");
        elsewhere = real.resolve("elsewhere");
    }

    private static Path extension(Path place, String directory, String manifest) throws IOException {
        Path made = Files.createDirectories(place.resolve(directory));
        Files.writeString(made.resolve("extension.json"), manifest);
        return made;
    }

    private static String named(String name) {
        return "{\"name\":\"" + name + "\",\"exec\":\"./run\"}";
    }

    private Path installed() {
        return zot.resolve("extensions");
    }

    private Path ofProject() {
        return project.resolve(".zot/extensions");
    }

    private List<String> fates(Path... explicit) {
        return ExtensionScan.ofAll(List.of(explicit), project, zot, approved::contains, Set.of()).stream()
                .map(it ->
                        it.scope().label() + " " + it.name() + " " + it.fate().label())
                .toList();
    }

    @Test
    void Z001_Z002_who_is_named_is_found_and_nobody_else() throws IOException {
        Path one = extension(elsewhere, "one", named("one"));
        extension(installed(), "two", named("two"));

        assertThat(ExtensionScan.ofDirectories(List.of(one)))
                .extracting(FoundExtension::name, FoundExtension::scope)
                .containsExactly(tuple("one", Scope.EXPLICIT));
        assertThat(ExtensionScan.ofDirectories(List.of())).isEmpty();
    }

    @Test
    void Z004_named_ones_come_first_then_the_projects_then_the_users_by_their_directories() throws IOException {
        Path last = extension(elsewhere, "z", named("z"));
        Path first = extension(elsewhere, "y", named("y"));
        extension(installed(), "b", named("b"));
        extension(installed(), "B", named("upper"));
        extension(ofProject(), "c", named("c"));

        assertThat(fates(last, first))
                .containsExactly(
                        "explicit z started",
                        "explicit y started",
                        "project c unapproved",
                        "global upper started",
                        "global b started");
    }

    @Test
    void Z005_of_one_name_whatever_the_case_the_best_rank_starts() throws IOException {
        Path mine = extension(elsewhere, "work-in-progress", named("Guard"));
        extension(installed(), "guard", named("guard"));

        assertThat(fates(mine)).containsExactly("explicit Guard started", "global guard shadowed");
        assertThat(ExtensionScan.ofAll(List.of(mine), project, zot, approved::contains, Set.of())
                        .get(1)
                        .problem())
                .contains(mine.toString());
    }

    @Test
    void Z006_Z024_what_a_project_brings_is_not_started_and_hides_nothing() throws IOException {
        Path brought = extension(ofProject(), "guard", named("guard"));
        extension(installed(), "guard", named("guard"));

        assertThat(fates()).containsExactly("project guard unapproved", "global guard started");
        assertThat(ExtensionScan.ofAll(List.of(), project, zot, approved::contains, Set.of())
                        .get(0)
                        .problem())
                .contains("ext approve guard");
        assertThat(fates(brought))
                .containsExactly("explicit guard started", "project guard unapproved", "global guard shadowed");
    }

    @Test
    void Z023_what_the_user_has_installed_or_named_needs_no_approval() throws IOException {
        Path one = extension(elsewhere, "one", named("one"));
        extension(installed(), "two", named("two"));

        assertThat(approved).isEmpty();
        assertThat(fates(one)).containsExactly("explicit one started", "global two started");
    }

    @Test
    void Z024_what_the_user_has_approved_of_a_project_is_started_and_comes_before_the_users_own() throws IOException {
        Path brought = extension(ofProject(), "guard", named("guard"));
        extension(installed(), "guard", named("guard"));
        approved.add(Manifest.read(brought).orElseThrow());

        assertThat(fates()).containsExactly("project guard started", "global guard shadowed");
    }

    @Test
    void Z006_one_that_is_switched_off_or_broken_hides_nothing() throws IOException {
        Path off = extension(elsewhere, "off", "{\"name\":\"guard\",\"exec\":\"x\",\"enabled\":false}");
        Path broken = extension(elsewhere, "broken", "{\"name\":\"guard\"}");
        extension(installed(), "guard", named("guard"));

        assertThat(fates(off, broken))
                .containsExactly("explicit guard disabled", "explicit broken failed", "global guard started");
    }

    @Test
    void Z009_a_bad_one_says_why_and_the_others_start() throws IOException {
        Files.createDirectories(installed().resolve("a-empty"));
        extension(installed(), "b-good", named("good"));
        Path theme = extension(installed(), "c-theme", "{\"name\":\"theme\"}");
        Files.writeString(theme.resolve("theme.json"), "{}");

        assertThat(fates())
                .containsExactly("global a-empty failed", "global good started", "global c-theme nothing-to-start");
    }

    @Test
    void Z008_fifty_start_and_the_next_one_is_refused() throws IOException {
        for (int i = 0; i <= ExtensionScan.MAX_EXTENSIONS; i++) {
            extension(installed(), "e%02d".formatted(i), named("e" + i));
        }

        List<FoundExtension> all = ExtensionScan.ofAll(List.of(), project, zot, approved::contains, Set.of());

        assertThat(all.subList(0, ExtensionScan.MAX_EXTENSIONS)).allMatch(it -> it.fate() == Fate.STARTED);
        assertThat(all.get(ExtensionScan.MAX_EXTENSIONS).fate()).isEqualTo(Fate.REFUSED);
    }

    @Test
    void Z010_a_directory_of_a_project_may_not_be_a_link_and_others_may() throws IOException {
        Path real = extension(elsewhere, "real", named("real"));
        Files.createDirectories(ofProject());
        Files.createSymbolicLink(ofProject().resolve("linked"), real);
        assertThat(fates()).isEmpty();

        Files.createDirectories(installed());
        Files.createSymbolicLink(installed().resolve("linked"), real);
        assertThat(fates()).containsExactly("global real started");
    }

    @Test
    void Z003_zots_home_is_where_zot_has_it() {
        Path user = Path.of("/home/ada");

        assertThat(ExtensionScan.zotHome(Map.of("ZOT_HOME", "/zot"), "Linux", user))
                .isEqualTo(Path.of("/zot"));
        assertThat(ExtensionScan.zotHome(Map.of("XDG_STATE_HOME", "/state"), "Linux", user))
                .isEqualTo(Path.of("/state/zot"));
        assertThat(ExtensionScan.zotHome(Map.of("XDG_STATE_HOME", ""), "Linux", user))
                .isEqualTo(user.resolve(".local/state/zot"));
        assertThat(ExtensionScan.zotHome(Map.of("XDG_STATE_HOME", "/state"), "Mac OS X", user))
                .isEqualTo(user.resolve("Library/Application Support/zot"));
    }

    @Test
    void Z007_a_project_does_not_take_the_place_of_one_that_its_user_requires() throws IOException {
        extension(installed(), "guard", named("guard"));
        extension(ofProject(), "guard", named("Guard"));
        approved.add(Manifest.read(ofProject().resolve("guard")).orElseThrow());

        assertThat(ExtensionScan.ofAll(List.of(), project, zot, approved::contains, Set.of("guard")))
                .extracting(FoundExtension::scope, FoundExtension::fate)
                .containsExactly(tuple(Scope.PROJECT, Fate.REFUSED), tuple(Scope.GLOBAL, Fate.STARTED));
        assertThat(ExtensionScan.ofAll(List.of(), project, zot, approved::contains, Set.of("other")))
                .extracting(FoundExtension::scope, FoundExtension::fate)
                .containsExactly(tuple(Scope.PROJECT, Fate.STARTED), tuple(Scope.GLOBAL, Fate.SHADOWED));
    }

    @Test
    void Z010_no_link_of_a_project_is_followed_be_it_to_all_of_its_extensions() throws IOException {
        extension(elsewhere.resolve("extensions"), "one", named("one"));
        Files.createDirectories(project.resolve(".zot"));
        Files.createSymbolicLink(ofProject(), elsewhere.resolve("extensions"));
        assertThat(fates()).isEmpty();

        Files.delete(ofProject());
        Files.delete(project.resolve(".zot"));
        Files.createSymbolicLink(project.resolve(".zot"), elsewhere);
        assertThat(fates()).isEmpty();
    }
}
