package io.tapgateway.app.mcp;

import io.tapgateway.mcp.protocol.Elicitation;
import io.tapgateway.mcp.protocol.ElicitationAnswer;
import io.tapgateway.mcp.provider.Elicited;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.Asked;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.UserAnswer;
import io.tapgateway.user.UserQuestion;
import io.tapgateway.user.form.FlatSchema;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** What an MCP server wants of the person of a session, as a question in our words (M-068). Thread-safe. */
final class ServerWish implements Elicited {
    /** What is answered where there is nothing to fill in. */
    private static final String YES = "Yes";

    private static final String OPENED = "I open it";
    private static final Set<String> SCHEMES = Set.of("https", "http");

    private final UserQuestion question;
    private final Asked<UserAnswer> asked;

    private ServerWish(UserQuestion question, Asked<UserAnswer> asked) {
        this.question = question;
        this.asked = asked;
    }

    /**
     * Asks the person.
     *
     * @param server what its user calls it
     * @throws IllegalArgumentException if nobody can be shown that; the message is a sentence for the server
     */
    static ServerWish ask(SessionUser user, ProviderName server, Elicitation what) {
        UserQuestion question = question(server, what);
        return new ServerWish(question, user.ask(question));
    }

    private static UserQuestion question(ProviderName server, Elicitation what) {
        return what.accept(new Elicitation.Visitor<>() {
            @Override
            public UserQuestion onForm(Elicitation.Form form) {
                String title = "The MCP server '" + server + "', trusted as a program of the project, wants to know:";
                return isEmpty(form.schema())
                        ? new UserQuestion(server, form.message(), List.of(YES), true).withTitle(title)
                        : new UserQuestion(server, form.message(), List.of(), false)
                                .withTitle(title)
                                .withSchema(FlatSchema.read(form.schema()));
            }

            @Override
            public UserQuestion onLink(Elicitation.Link link) {
                String text = "Open it in your browser, if you want that: " + address(link.url())
                        + "\nThe server says: " + link.message();
                return new UserQuestion(server, text, List.of(OPENED), true)
                        .withTitle("The MCP server '" + server
                                + "', trusted as a program of the project, has an address:");
            }
        });
    }

    /** Whether there is nothing to fill in. */
    private static boolean isEmpty(JsonValue schema) {
        return schema.get("properties")
                .filter(it -> it.kind() == JsonKind.OBJECT && it.members().isEmpty())
                .isPresent();
    }

    /** As a browser would be given it: nothing in it looks like something else. */
    private static String address(String url) {
        try {
            URI uri = URI.create(url);
            boolean web = Optional.ofNullable(uri.getScheme())
                    .map(it -> it.toLowerCase(Locale.ROOT))
                    .filter(SCHEMES::contains)
                    .isPresent();
            if (web && uri.getHost() != null && uri.getUserInfo() == null) {
                return uri.toASCIIString();
            }
        } catch (IllegalArgumentException none) {
            throw new IllegalArgumentException("The url is none.", none);
        }
        throw new IllegalArgumentException("The url must be an address of the web with a host and without a user.");
    }

    @Override
    public CompletionStage<ElicitationAnswer> answer() {
        return asked.answer().thenApply(this::of);
    }

    private ElicitationAnswer of(UserAnswer end) {
        return end.accept(new UserAnswer.Visitor<>() {
            @Override
            public ElicitationAnswer onGiven(UserAnswer.Given given) {
                JsonValue value = given.value();
                return question.schema()
                        .map(it -> ElicitationAnswer.of(whole(it, value)))
                        .orElseGet(() -> value.equals(JsonValue.of(YES))
                                ? ElicitationAnswer.of(JsonValue.EMPTY_OBJECT)
                                : ElicitationAnswer.ACCEPTED);
            }

            @Override
            public ElicitationAnswer onDeclined(UserAnswer.Declined declined) {
                return ElicitationAnswer.DECLINED;
            }

            @Override
            public ElicitationAnswer onAbsent(UserAnswer.Absent absent) {
                return ElicitationAnswer.DECLINED;
            }

            @Override
            public ElicitationAnswer onWithdrawn(UserAnswer.Withdrawn withdrawn) {
                return ElicitationAnswer.CANCELLED;
            }
        });
    }

    /** What was left out is what the server has preset, if it fits the server's own form. */
    private static JsonValue whole(FlatSchema form, JsonValue given) {
        Map<String, JsonValue> members = new LinkedHashMap<>(given.members());
        form.fields()
                .forEach(field -> field.preset()
                        .filter(it -> field.objection(it).isEmpty())
                        .ifPresent(it -> members.putIfAbsent(field.name(), it)));
        return JsonValue.object(members);
    }

    @Override
    public void withdraw() {
        asked.withdraw();
    }
}
