package io.tapgateway.workspace.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What has to be done so that files become as they were, and in which order. */
class RestorePlanTest {
    private static TreeSnapshot snapshot(Set<String> out, String... pathsAndContents) {
        Map<String, Recorded> files = new HashMap<>();
        for (int i = 0; i < pathsAndContents.length; i += 2) {
            files.put("0/" + pathsAndContents[i], new Recorded(false, pathsAndContents[i + 1], 0644, 1, 1, "k"));
        }
        return new TreeSnapshot(1, files, out);
    }

    private static TreeSnapshot snapshot(String... pathsAndContents) {
        return snapshot(Set.of(), pathsAndContents);
    }

    @Test
    void F039_what_differs_is_written_and_what_came_later_is_removed() {
        RestorePlan plan = RestorePlan.of(
                snapshot("same", "1", "changed", "2", "new/deep/x", "1"),
                snapshot("same", "1", "changed", "1", "gone", "1"));

        assertThat(plan.writes()).containsExactly("0/changed", "0/gone");
        assertThat(plan.deletions()).containsExactly("0/new/deep/x");
        assertThat(plan.directories()).containsExactly("0/new/deep", "0/new");
        assertThat(plan.lateWrites()).isEmpty();
    }

    @Test
    void F039_what_a_removal_makes_room_for_comes_after_it() {
        RestorePlan plan = RestorePlan.of(snapshot("a/b", "1", "c", "1"), snapshot("a", "1", "c/d", "1"));

        assertThat(plan.writes()).isEmpty();
        assertThat(plan.deletions()).containsExactly("0/a/b", "0/c");
        assertThat(plan.lateWrites()).containsExactly("0/a", "0/c/d");
    }

    @Test
    void F039_names_that_some_file_systems_take_for_one_are_removed_first() {
        RestorePlan plan = RestorePlan.of(
                snapshot("Readme", "1", "Src/x", "1", "e\u0301", "1"),
                snapshot("README", "1", "src/x", "1", "\u00e9", "1"));

        assertThat(plan.writes()).isEmpty();
        assertThat(plan.lateWrites()).containsExactly("0/README", "0/src/x", "0/\u00e9");
    }

    @Test
    void F035_what_was_left_out_then_is_not_removed_now() {
        RestorePlan plan = RestorePlan.of(
                snapshot("build/a", "1", "large", "1", "new", "1"), snapshot(Set.of("0/build", "0/large")));

        assertThat(plan.deletions()).containsExactly("0/new");
    }

    @Test
    void F034_a_snapshot_is_read_as_it_was_written() {
        Map<String, Recorded> files = Map.of(
                "0/tab\tline\nback\\slash", new Recorded(false, "ab", 0755, 3, -4, "(dev=1,ino=2)"),
                "1/link", new Recorded(true, "../a b", -1, 0, 5, "none"));
        TreeSnapshot snapshot = new TreeSnapshot(7, files, Set.of("0/.git"));

        assertThat(TreeSnapshot.read(snapshot.bytes())).isEqualTo(snapshot);
    }

    @Test
    void F034_a_file_that_was_just_written_is_read_again() {
        long second = 1_000_000_000L;
        TreeSnapshot snapshot = new TreeSnapshot(
                10_000,
                Map.of(
                        "0/old", new Recorded(false, "a", 0644, 1, 8 * second - 1, "k"),
                        "0/young", new Recorded(false, "a", 0644, 1, 8 * second, "k")),
                Set.of());

        assertThat(snapshot.unchanged("0/old", false, 1, 8 * second - 1, "k")).isPresent();
        assertThat(snapshot.unchanged("0/young", false, 1, 8 * second, "k")).isEmpty();
        assertThat(snapshot.unchanged("0/old", false, 1, 8 * second - 1, "other"))
                .isEmpty();
    }

    @Test
    void F036_after_7_days_checkpoints_go_but_for_what_a_session_found_that_is_there() {
        long days = 7L * 24 * 60 * 60 * 1_000;
        Catalog catalog = Catalog.EMPTY
                .withBase("here", 0, "base")
                .withBase("gone", 0, "other")
                .with(Catalog.Role.ASKED, "here", 0, "old", true, 1)
                .with(Catalog.Role.ASKED, "here", 1, "young", true, 1);

        Catalog recent = catalog.recent(days + 1, Set.of("here"));

        assertThat(recent.snapshots()).isEqualTo(Set.of("base", "young"));
        assertThat(recent.next()).isEqualTo(3);
        assertThat(Catalog.read(recent.bytes())).isEqualTo(recent);
    }

    @Test
    void F036_of_automatic_checkpoints_those_go_first_that_the_next_one_repeats() {
        Catalog catalog = Catalog.EMPTY.with(Catalog.Role.ASKED, "s", 0, "asked", true, 1);
        for (String snapshot : List.of("a", "b", "b", "c")) {
            catalog = catalog.with(Catalog.Role.AUTOMATIC, "s", 0, snapshot, true, 1);
        }
        for (int i = catalog.of("s").size(); i < 101; i++) {
            catalog = catalog.with(Catalog.Role.AUTOMATIC, "s", 0, "d" + i, true, 1);
        }

        assertThat(catalog.of("s")).hasSize(100);
        assertThat(catalog.of("s").stream().map(Catalog.Kept::snapshot).limit(4))
                .containsExactly("asked", "a", "b", "c");
        assertThat(catalog.with(Catalog.Role.AUTOMATIC, "s", 0, "e", true, 1).of("s").stream()
                        .map(Catalog.Kept::snapshot)
                        .limit(3))
                .containsExactly("asked", "b", "c");
    }
}
