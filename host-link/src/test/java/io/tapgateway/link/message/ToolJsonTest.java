package io.tapgateway.link.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.FileContent;
import io.tapgateway.runtime.ToolOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Outcomes on their way to a host in another process. */
class ToolJsonTest {
    private static final ToolOutcome.Provenance CAMERA =
            new ToolOutcome.Provenance(new ProviderName("camera"), TrustLevel.PROJECT);

    @Test
    void D152_a_file_arrives_as_it_was_read() throws Exception {
        List<CallContext> contexts = List.of(new CallContext("look closely", CAMERA));
        ToolOutcome sent =
                new ToolOutcome.File(FileContent.of("image/png", new byte[] {0, 1, -1}), CAMERA).with(contexts);

        ToolOutcome received =
                ToolJson.outcome(JsonValue.parse(ToolJson.outcome(sent).json()));

        assertThat(received).isInstanceOfSatisfying(ToolOutcome.File.class, file -> {
            assertThat(file.content().mimeType()).isEqualTo("image/png");
            assertThat(file.content().bytes()).containsExactly(0, 1, -1);
            assertThat(file.provenance()).isEqualTo(CAMERA);
            assertThat(file.contexts()).isEqualTo(contexts);
        });
    }

    @Test
    void D152_a_file_that_no_message_can_hold_is_a_failure_that_says_so() {
        byte[] large = new byte[ToolJson.LARGEST_FILE + 1];

        ToolOutcome received = ToolJson.outcome(
                ToolJson.outcome(new ToolOutcome.File(FileContent.owning("image/png", large), CAMERA)));

        assertThat(received).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
            assertThat(failure.code()).isEqualTo(ToolErrorCode.INTERNAL);
            assertThat(failure.error()).contains(String.valueOf(ToolJson.LARGEST_FILE));
        });
    }
}
