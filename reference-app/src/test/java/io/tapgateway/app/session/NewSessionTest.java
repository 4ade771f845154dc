package io.tapgateway.app.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.model.SessionId;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NewSessionTest {
    private static final Path HERE = Path.of("/code/here");

    @ParameterizedTest
    @CsvSource({
        "abc,                       abc,           /code/here",
        "abc:PR #42 review,         PR #42 review, /code/here",
        "abc:PR #42 review:/code/x, PR #42 review, /code/x",
        "abc:review:sub,            review,        /code/here/sub",
        "abc::/code/x,              abc,           /code/x",
        "abc:a:/code/x:y,           a,             /code/x:y",
    })
    void reads_an_id_a_label_and_a_directory(String text, String label, String cwd) {
        assertThat(NewSession.parse(text, HERE))
                .isEqualTo(new NewSession(new SessionId("abc"), label, Optional.of(Path.of(cwd))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":label", "all", "a b", "ä"})
    void D066_refuses_an_id_that_no_session_can_have(String text) {
        assertThatThrownBy(() -> NewSession.parse(text, HERE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not allowed");
    }

    @Test
    void refuses_a_directory_that_is_no_path() {
        assertThatThrownBy(() -> NewSession.parse("abc:label:a\0b", HERE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no path");
    }
}
