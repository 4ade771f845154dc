package io.tapgateway.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** The page of the state machines shows those of the code. */
class StatesPageTest {
    @Test
    void the_page_is_up_to_date() throws IOException {
        if (Boolean.getBoolean("tapgateway.regenerate")) {
            Files.writeString(Page.ROOT.resolve(StatesPage.PATH), StatesPage.markdown());
        }

        assertThat(Page.of(StatesPage.PATH).text())
                .as("%s is out of date; run: %s", StatesPage.PATH, StatesPage.COMMAND)
                .isEqualTo(StatesPage.markdown());
    }
}
