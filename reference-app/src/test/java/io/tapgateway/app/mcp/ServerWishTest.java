package io.tapgateway.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.mcp.protocol.Elicitation;
import io.tapgateway.mcp.protocol.ElicitationAnswer;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.Ability;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import io.tapgateway.user.UserQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server, and a person who is asked or not there. */
class ServerWishTest {
    private static final ProviderName FILES = new ProviderName("files");
    private static final Elicitation LINK = new Elicitation.Link("Log in", "https://example.org/login?a=b");

    private final SessionUser user = SessionUser.create(() -> 0L);
    private final List<OpenQuestion> seen = new ArrayList<>();

    @Test
    void M068_a_form_is_filled_in_and_whose_it_is_said_in_our_words() {
        Attachment seat = sit();

        ServerWish wish = ask(form(Map.of("name", Map.of("type", "string"))));

        assertThat(question().title())
                .isEqualTo("The MCP server 'files', trusted as a program of the project, wants to know:");
        assertThat(question().text()).isEqualTo("Who are you?");
        seat.answer(seen.get(0).id(), JsonValue.of(Map.of("name", "Ada")));
        assertThat(end(wish)).isEqualTo(ElicitationAnswer.of(JsonValue.of(Map.of("name", "Ada"))));
    }

    @Test
    void M068_what_is_left_out_is_what_the_server_has_preset() {
        Attachment seat = sit();
        ServerWish wish = ask(form(Map.of(
                "age",
                Map.of("type", "integer", "default", 30),
                "size",
                Map.of("type", "integer", "default", "large"))));

        seat.answer(seen.get(0).id(), JsonValue.EMPTY_OBJECT);

        assertThat(end(wish)).isEqualTo(ElicitationAnswer.of(JsonValue.of(Map.of("age", 30))));
    }

    @Test
    void M068_a_form_without_fields_takes_a_yes() {
        Attachment seat = sit();
        ServerWish wish = ask(form(Map.of()));

        assertThat(question().choices()).containsExactly("Yes");
        seat.answer(seen.get(0).id(), "Yes");

        assertThat(end(wish)).isEqualTo(ElicitationAnswer.of(JsonValue.EMPTY_OBJECT));
    }

    @Test
    void M068_an_address_is_shown_whole_and_opened_by_the_person() {
        Attachment seat = sit();
        ServerWish wish = ask(LINK);

        assertThat(question().text())
                .isEqualTo("Open it in your browser, if you want that: https://example.org/login?a=b\n"
                        + "The server says: Log in");
        seat.answer(seen.get(0).id(), "I open it");

        assertThat(end(wish)).isEqualTo(ElicitationAnswer.ACCEPTED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///etc/passwd",
                "javascript:alert(1)",
                "https://example.org@evil.example/",
                "https:///path",
                "no url",
                ""
            })
    void M068_what_is_no_address_of_the_web_is_shown_to_nobody(String url) {
        sit();

        assertThatThrownBy(() -> ask(new Elicitation.Link("Log in", url)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("The url ");
    }

    @Test
    void M068_a_form_that_no_surface_has_fields_for_is_shown_to_nobody() {
        assertThatThrownBy(() -> ask(form(Map.of("place", Map.of("type", "object")))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("The schema cannot be used: ");
    }

    @Test
    void M068_the_ends_that_are_no_yes() {
        assertThat(end(ask(LINK))).as("nobody is there").isEqualTo(ElicitationAnswer.DECLINED);
        Attachment seat = sit();
        ServerWish denied = ask(LINK);
        ServerWish withdrawn = ask(LINK);
        ServerWish open = ask(LINK);

        seat.deny(seen.get(0).id(), "no");
        withdrawn.withdraw();
        user.end();

        assertThat(end(denied)).isEqualTo(ElicitationAnswer.DECLINED);
        assertThat(end(withdrawn)).isEqualTo(ElicitationAnswer.CANCELLED);
        assertThat(end(open)).isEqualTo(ElicitationAnswer.CANCELLED);
    }

    private ServerWish ask(Elicitation what) {
        return ServerWish.ask(user, FILES, what);
    }

    private static Elicitation form(Map<String, ?> properties) {
        return new Elicitation.Form("Who are you?", JsonValue.of(Map.of("type", "object", "properties", properties)));
    }

    private UserQuestion question() {
        return (UserQuestion) seen.get(0).request();
    }

    private static ElicitationAnswer end(ServerWish wish) {
        return wish.answer().toCompletableFuture().getNow(null);
    }

    private Attachment sit() {
        return user.attach(new Surface() {
            @Override
            public String name() {
                return "here";
            }

            @Override
            public int mostCharacters() {
                return 10_000;
            }

            @Override
            public Set<Ability> abilities() {
                return Set.of(Ability.QUESTIONS, Ability.FORMS);
            }

            @Override
            public void opened(OpenQuestion question) {
                seen.add(question);
            }

            @Override
            public void closed(OpenQuestion question, QuestionEnd how) {}
        });
    }
}
