package io.tapgateway.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpHeadTest {
    private static final String BOTH = "application/json, text/event-stream";

    @ParameterizedTest
    @ValueSource(strings = {BOTH, "text/event-stream;q=0.5,APPLICATION/JSON; q=1", "*/*", "application/*, text/*"})
    void M017_a_message_is_taken_from_who_accepts_both_kinds_of_answers(String accept) {
        assertThat(head(accept, "application/json; charset=utf-8").refusalOfMessage())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json | application/json | 406",
                "text/event-stream | application/json | 406",
                "text/html | application/json | 406",
                "application/json, text/event-stream | text/plain | 415",
                "application/json, text/event-stream | application/jsonx | 415"
            })
    void M017_other_types_are_refused_in_json(String accept, String contentType, int status) {
        HttpRefusal refusal = head(accept, contentType).refusalOfMessage().orElseThrow();

        assertThat(refusal.status()).isEqualTo(status);
        assertThat(refusal.text()).startsWith("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600");
    }

    @Test
    void M017_a_body_without_a_type_is_refused_and_no_accept_accepts_all() {
        HttpHead without = new HttpHead(
                List.of(), Optional.empty(), List.of(), Optional.empty(), Optional.empty(), List.of(), List.of());

        assertThat(without.refusalOfMessage().orElseThrow().status()).isEqualTo(415);
        assertThat(without.refusalOfListening()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "2024-11-05,true",
        "2025-03-26,true",
        "2025-06-18,true",
        "2025-11-25,true",
        "1999-01-01,false",
        "'',false"
    })
    void M017_a_revision_that_is_named_must_be_served(String revision, boolean served) {
        HttpHead head = new HttpHead(
                List.of(BOTH),
                Optional.empty(),
                List.of(revision),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of());

        assertThat(head.refusalOfRevision().isEmpty()).isEqualTo(served);
    }

    @Test
    void M017_two_revisions_are_none() {
        HttpHead head = new HttpHead(
                List.of(BOTH),
                Optional.empty(),
                List.of("2025-11-25", "2025-06-18"),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of());

        assertThat(head.refusalOfListening().orElseThrow().status()).isEqualTo(400);
    }

    private static HttpHead head(String accept, String contentType) {
        return new HttpHead(
                List.of(accept),
                Optional.of(contentType),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of());
    }
}
