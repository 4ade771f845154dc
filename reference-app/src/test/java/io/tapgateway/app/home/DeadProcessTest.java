package io.tapgateway.app.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.runtime.system.RunningProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class DeadProcessTest {
    @Test
    @EnabledOnOs(OS.LINUX)
    void D227_a_process_that_has_died_is_not_alive_although_its_parent_has_not_looked_yet() throws Exception {
        Process parent = new ProcessBuilder("sh", "-c", "sleep 0.2 & echo $!; exec sleep 60").start();
        try {
            long pid = Long.parseLong(parent.inputReader().readLine());
            RunningProcess dead = RunningProcess.ofNumber(pid);

            await().until(() -> !dead.isAlive());

            assertThat(ProcessHandle.of(pid))
                    .hasValueSatisfying(it -> assertThat(it.isAlive()).isTrue());
        } finally {
            parent.destroyForcibly();
        }
    }
}
