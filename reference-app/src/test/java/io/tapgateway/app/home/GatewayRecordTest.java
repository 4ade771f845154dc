package io.tapgateway.app.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.runtime.system.RunningProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayRecordTest {
    private static final GatewayRecord RECORD = new GatewayRecord(
            new RunningProcess(
                    4711, Optional.of(Instant.parse("2025-12-31T23:59:58Z")), Optional.of("boot pid:[1] 42")),
            9400,
            9401,
            "2026-01-01T00:00:00Z",
            "1.2.3");

    @TempDir
    private Path temporary;

    @Test
    void is_read_back_as_it_was_written() throws Exception {
        Path file = Files.writeString(temporary.resolve("gateway.json"), RECORD.toJson());

        assertThat(GatewayRecord.read(file)).contains(RECORD);
    }

    @Test
    void says_where_to_connect() {
        assertThat(RECORD.toJson())
                .isEqualTo(
                        "{\"pid\":4711,\"processStarted\":\"2025-12-31T23:59:58Z\",\"processMark\":\"boot pid:[1] 42\","
                                + "\"url\":\"ws://127.0.0.1:9400/\",\"port\":9400,\"controlUrl\":\"http://127.0.0.1:9401/\",\"controlPort\":9401,"
                                + "\"started\":\"2026-01-01T00:00:00Z\",\"version\":\"1.2.3\"}");
    }

    @Test
    void is_nothing_where_there_is_no_file() throws Exception {
        assertThat(GatewayRecord.read(temporary.resolve("gateway.json"))).isEmpty();
    }

    @Test
    void D227_what_a_killed_gateway_left_does_not_count() throws Exception {
        Process killed = new ProcessBuilder("true").start();
        killed.waitFor();

        assertThat(ofLivingProcess(RunningProcess.ofNumber(killed.pid()))).isEmpty();
    }

    @Test
    void D227_a_later_process_with_the_number_of_a_killed_gateway_does_not_count() throws Exception {
        long mine = ProcessHandle.current().pid();

        assertThat(ofLivingProcess(new RunningProcess(mine, Optional.of(Instant.EPOCH), Optional.empty())))
                .isEmpty();
        assertThat(ofLivingProcess(RunningProcess.current())).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{}",
                "{\"pid\":\"x\"}",
                "{\"pid\":1,\"processStarted\":\"soon\",\"port\":2,\"controlPort\":3}",
                "{\"pid\":1,\"port\":2,\"controlPort\":3,\"started\":4}"
            })
    void is_refused_with_a_sentence_when_it_is_damaged(String content) throws Exception {
        Path file = Files.writeString(temporary.resolve("gateway.json"), content);

        assertThatThrownBy(() -> GatewayRecord.read(file))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("is damaged");
    }

    private Optional<GatewayRecord> ofLivingProcess(RunningProcess process) throws Exception {
        GatewayRecord record = new GatewayRecord(process, 1, 2, "2026-01-01T00:00:00Z", "1.2.3");
        return GatewayRecord.ofLivingProcess(Files.writeString(temporary.resolve("gateway.json"), record.toJson()));
    }
}
