package io.tapgateway.transport.ws.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RequestLimitsTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Z_]+)`[^|]* \\| ([0-9][^|]*) \\|$");

    private static final Path PAGE = Path.of("..", "docs", "control-api.md");

    @Test
    void the_page_on_the_control_port_states_its_limits() throws Exception {
        Map<String, String> stated = new TreeMap<>();
        ROW.matcher(Files.readString(PAGE)).results().forEach(row -> stated.put(row.group(1), row.group(2)));
        Map<String, String> real = new TreeMap<>();
        for (Field limit : RequestLimits.class.getDeclaredFields()) {
            real.put(
                    limit.getName(),
                    limit.get(null) instanceof Duration duration
                            ? duration.toSeconds() + " s"
                            : String.format(Locale.ROOT, "%,d", limit.getInt(null)));
        }

        assertThat(stated).isEqualTo(real);
    }
}
