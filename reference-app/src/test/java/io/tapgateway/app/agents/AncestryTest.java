package io.tapgateway.app.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.Installed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AncestryTest {
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endEverything() {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void G001_shells_between_an_agent_and_what_it_has_started_are_passed_over() throws Exception {
        ProcessHandle sleeper = leaf(start("sh", "-c", "sleep 1000; :"));
        ProcessHandle shell = sleeper.parent().orElseThrow();

        assertThat(Ancestry.of(shell.pid()).agent()).contains(ProcessHandle.current());
        assertThat(Ancestry.of(sleeper.pid()).processes().get(0)).isEqualTo(sleeper.pid());
    }

    @Test
    void G001_the_nearest_common_process_is_the_closest() throws Exception {
        ProcessHandle one = leaf(start("sleep", "1000"));
        ProcessHandle other = leaf(start("sleep", "1000"));

        Ancestry asking = Ancestry.of(one.pid());
        assertThat(asking.kinship(Ancestry.of(one.pid()))).contains(new Ancestry.Kinship(0, 0));
        assertThat(asking.kinship(Ancestry.of(other.pid()))).contains(new Ancestry.Kinship(1, 1));
        assertThat(asking.kinship(new Ancestry(List.of()))).isEmpty();
        assertThat(Ancestry.of(ProcessHandle.current().pid()).kinship(asking)).contains(new Ancestry.Kinship(0, 1));
    }

    @Test
    void G001_what_is_behind_a_shell_is_below_and_yet_no_kin() throws Exception {
        ProcessHandle sleeper = leaf(start("sh", "-c", "sleep 1000; :"));

        assertThat(Ancestry.isBelow(sleeper.pid(), ProcessHandle.current())).isTrue();
        assertThat(Ancestry.isBelow(ProcessHandle.current().pid(), sleeper)).isFalse();
        assertThat(Ancestry.of(ProcessHandle.current().pid()).kinship(Ancestry.of(sleeper.pid())))
                .isEmpty();
    }

    @Test
    void G001_no_more_than_sixteen_are_looked_at() throws Exception {
        List<String> command = new ArrayList<>();
        for (int i = 0; i < Ancestry.MOST_ANCESTORS; i++) {
            command.addAll(List.of(Installed.TIMEOUT.path(), "--foreground", "1000"));
        }
        command.addAll(List.of("sleep", "1000"));
        Process top = start(command.toArray(String[]::new));
        await().atMost(Duration.ofSeconds(20)).until(() -> top.descendants().count() == Ancestry.MOST_ANCESTORS);

        Ancestry of = Ancestry.of(leaf(top).pid());

        assertThat(of.processes()).hasSize(Ancestry.MOST_ANCESTORS).doesNotContain(top.pid());
    }

    private Process start(String... command) throws Exception {
        Process process = new ProcessBuilder(command).start();
        started.add(process);
        return process;
    }

    private static ProcessHandle leaf(Process process) {
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            ProcessHandle deepest = deepest(process.toHandle());
            return deepest.info()
                    .command()
                    .filter(it -> it.endsWith("sleep") || it.endsWith("coreutils"))
                    .isPresent();
        });
        return deepest(process.toHandle());
    }

    private static ProcessHandle deepest(ProcessHandle process) {
        Optional<ProcessHandle> child = process.children().findFirst();
        return child.map(AncestryTest::deepest).orElse(process);
    }
}
