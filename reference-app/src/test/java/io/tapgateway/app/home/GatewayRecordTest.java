package io.tapgateway.app.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayRecordTest {
    private static final GatewayRecord RECORD = new GatewayRecord(4711, 9400, 9401, "2026-01-01T00:00:00Z", "1.2.3");

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
                .isEqualTo("{\"pid\":4711,\"url\":\"ws://127.0.0.1:9400/\",\"port\":9400,"
                        + "\"controlUrl\":\"http://127.0.0.1:9401/\",\"controlPort\":9401,"
                        + "\"started\":\"2026-01-01T00:00:00Z\",\"version\":\"1.2.3\"}");
    }

    @Test
    void is_nothing_where_there_is_no_file() throws Exception {
        assertThat(GatewayRecord.read(temporary.resolve("gateway.json"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "[]", "{}", "{\"pid\":\"x\"}", "{\"pid\":1,\"port\":2,\"controlPort\":3,\"started\":4}"
            })
    void is_refused_with_a_sentence_when_it_is_damaged(String content) throws Exception {
        Path file = Files.writeString(temporary.resolve("gateway.json"), content);

        assertThatThrownBy(() -> GatewayRecord.read(file))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("is damaged");
    }
}
