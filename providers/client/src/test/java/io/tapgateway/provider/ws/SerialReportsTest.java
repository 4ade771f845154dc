package io.tapgateway.provider.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SerialReportsTest {
    private final SerialReports reports = new SerialReports();
    private final List<String> done = new ArrayList<>();

    @Test
    void a_task_that_comes_during_another_one_runs_after_it() {
        reports.run(() -> {
            reports.run(() -> done.add("second"));
            done.add("first");
        });

        assertThat(done).containsExactly("first", "second");
    }

    @Test
    void a_task_that_fails_keeps_back_none_behind_it_and_none_that_comes_later() {
        assertThatThrownBy(() -> reports.run(() -> {
                    reports.run(() -> done.add("second"));
                    reports.run(() -> done.add("third"));
                    throw new IllegalStateException("the first one failed");
                }))
                .hasMessage("the first one failed");
        assertThat(done).containsExactly("second", "third");

        reports.run(() -> done.add("fourth"));

        assertThat(done).containsExactly("second", "third", "fourth");
    }
}
