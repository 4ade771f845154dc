package io.tapgateway.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tapgateway.runtime.system.RunningProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProgramMarkTest {
    private final List<Process> programs = new ArrayList<>();
    private RunningProcess gateway;
    private String system;

    @BeforeEach
    void lookAtTheSystem() {
        gateway = RunningProcess.current();
        assumeTrue(gateway.mark().isPresent(), "the system tells processes apart");
        String mark = gateway.mark().orElseThrow();
        system = mark.substring(0, mark.lastIndexOf(' '));
    }

    @AfterEach
    void endPrograms() {
        programs.forEach(Process::destroyForcibly);
    }

    @Test
    void T58_programs_of_a_gateway_that_was_killed_with_its_guards_end_and_no_others() throws Exception {
        Process orphan = program(gateway.pid() + "/" + system + " 1/x");
        Process mine = program(ProgramMark.fresh());
        Process inContainer = program(gateway.pid() + "/another boot or container 1/x");
        Process unknown = program("something else");

        long ended = ProgramMark.endOrphans();

        assertThat(orphan.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(ended).isPositive();
        assertThat(List.of(mine, inContainer, unknown)).allMatch(Process::isAlive);
    }

    private Process program(String mark) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sleep", "60");
        builder.environment().put(ProgramMark.VARIABLE, mark);
        Process program = builder.start();
        programs.add(program);
        return program;
    }
}
