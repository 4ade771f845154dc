package io.tapgateway.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SessionIdsTest {
    private static final byte[] KEY = new byte[SessionIds.KEY_BYTES];
    private static final String OWNER = "claude/";

    private final SessionIds ids = new SessionIds(KEY);
    private final SessionIds.Session session = SessionIds.describe(
            new byte[SessionIds.RANDOM_BYTES], McpRevision.R2025_06_18, "Gemini CLI: 'the one' with a very long name");

    @Test
    void M015_an_id_says_by_itself_what_its_session_needs() {
        String id = ids.give(session, OWNER);

        assertThat(id).matches("[!-~]+").hasSizeLessThan(128);
        assertThat(new SessionIds(KEY).read(id, OWNER)).contains(session);
        assertThat(session.client()).isEqualTo("gemini-cli-the-one-with-a-very-l");
    }

    @Test
    void M015_an_id_is_good_for_nobody_else_and_under_no_other_key() {
        String id = ids.give(session, OWNER);
        byte[] other = KEY.clone();
        other[0] = 1;

        assertThat(ids.read(id, "codex/")).isEmpty();
        assertThat(ids.read(id, "claude/shop")).isEmpty();
        assertThat(new SessionIds(other).read(id, OWNER)).isEmpty();
    }

    @Test
    void M015_no_character_of_an_id_can_be_another_one() {
        String id = ids.give(session, OWNER);

        // The last one has bits that mean nothing; it is compared as text all the same.
        for (int at = 0; at < id.length(); at++) {
            char other = id.charAt(at) == 'A' ? 'B' : 'A';
            String forged = id.substring(0, at) + other + id.substring(at + 1);
            assertThat(ids.read(forged, OWNER)).as(forged).isEmpty();
        }
        assertThat(ids.read("", OWNER)).isEmpty();
        assertThat(ids.read(id + "\n", OWNER)).isEmpty();
    }

    @Test
    void a_key_is_long_enough() {
        assertThatThrownBy(() -> new SessionIds(new byte[SessionIds.KEY_BYTES - 1]))
                .hasMessage("A key has at least 32 bytes, not 31");
    }
}
