package io.tapgateway.mcp.provider;

import static io.tapgateway.mcp.provider.ScriptedServer.tool;
import static io.tapgateway.mcp.provider.ScriptedServer.withTools;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.mcp.protocol.Elicitation;
import io.tapgateway.mcp.protocol.ElicitationAnswer;
import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Servers that want something of the session's person. */
class ServerElicitationTest {
    private String form = "{\"message\":\"Who?\",\"requestedSchema\":{}}";

    private final Servers servers = new Servers();
    private final List<Asked> asked = new ArrayList<>();

    @AfterEach
    void close() {
        servers.close();
    }

    /** Confined to the test, after it was asked. */
    private static final class Asked implements Elicited {
        private final Elicitation what;
        private final CompletableFuture<ElicitationAnswer> answer = new CompletableFuture<>();
        private volatile boolean withdrawn;

        private Asked(Elicitation what) {
            this.what = what;
        }

        @Override
        public CompletionStage<ElicitationAnswer> answer() {
            return answer;
        }

        @Override
        public void withdraw() {
            withdrawn = true;
        }
    }

    @Test
    void M068_servers_are_told_that_the_person_can_be_asked() {
        servers.ready(withTools(tool("read", "Reads")));

        assertThat(servers.newest().heard("initialize").get(0).json())
                .contains("\"elicitation\":{\"form\":{},\"url\":{}}");
    }

    @Test
    void M068_what_a_server_wants_is_asked_and_its_answer_brought_back() {
        Asked question = ask();

        assertThat(question.what).isEqualTo(new Elicitation.Form("Who?", JsonValue.EMPTY_OBJECT));
        question.answer.complete(ElicitationAnswer.ACCEPTED);

        assertThat(answer()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{\"action\":\"accept\"}}");
    }

    @Test
    void I91_a_server_asks_without_the_secrets_that_it_was_given() {
        servers.secrets = GivenSecrets.of(List.of("s3cret-of-ada"));
        form = "{\"message\":\"Is s3cret-of-ada yours?\",\"requestedSchema\":{}}";

        Asked question = ask();

        assertThat(question.what).isEqualTo(new Elicitation.Form("Is **** yours?", JsonValue.EMPTY_OBJECT));
    }

    @Test
    void M068_where_nobody_is_it_is_declined() {
        servers.ready(withTools(tool("read", "Reads")));

        wants("q");

        assertThat(answer()).contains("\"action\":\"decline\"");
    }

    @Test
    void M068_what_nobody_can_be_shown_is_refused_with_a_sentence() {
        servers.person = what -> {
            throw new IllegalArgumentException("A form has 1 to 20 fields.");
        };
        servers.ready(withTools(tool("read", "Reads")));

        wants("q");

        assertThat(answer()).contains("\"code\":-32602", "A form has 1 to 20 fields.");
    }

    @Test
    void M068_a_server_that_takes_it_back_has_no_answer() {
        Asked question = ask();

        servers.newest().notifies("notifications/cancelled", "{\"requestId\":\"q\"}");
        servers.until(() -> question.withdrawn);
        question.answer.complete(ElicitationAnswer.CANCELLED);
        servers.person = what -> Elicited.BY_NOBODY;
        wants("next");

        assertThat(answer()).contains("\"id\":\"next\"");
    }

    @Test
    void M068_what_a_server_wants_ends_with_it() {
        Asked question = ask();

        servers.newest().ends(1);

        servers.until(() -> question.withdrawn);
    }

    private Asked ask() {
        servers.person = what -> {
            Asked question = new Asked(what);
            asked.add(question);
            return question;
        };
        servers.ready(withTools(tool("read", "Reads")));
        wants("q");
        servers.until(() -> asked.size() == 1);
        return asked.get(0);
    }

    private void wants(String id) {
        servers.newest()
                .says("{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"method\":\"elicitation/create\",\"params\":" + form
                        + "}");
    }

    /** The first answer that the server has heard. */
    private String answer() {
        servers.until(() -> answers().size() == 1);
        return answers().get(0);
    }

    private List<String> answers() {
        return servers.newest().heard.stream()
                .filter(it -> it.get("method").isEmpty())
                .map(JsonValue::json)
                .toList();
    }
}
