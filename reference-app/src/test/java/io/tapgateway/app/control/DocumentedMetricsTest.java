package io.tapgateway.app.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.docs.Page;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DocumentedMetricsTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(tapgateway_[a-z_]+)` \\|");
    private static final Pattern METRIC = Pattern.compile("(?m)^# TYPE (\\S+)");

    @Test
    void the_guide_lists_every_metric_there_is_and_no_other() {
        List<String> documented =
                names(ROW, Page.of("docs/guides/operations.md").text());

        assertThat(documented).containsExactlyElementsOf(names(METRIC, new ApiFixture().text("/metrics")));
    }

    private static List<String> names(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }
}
