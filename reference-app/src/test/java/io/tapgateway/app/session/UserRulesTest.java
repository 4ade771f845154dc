package io.tapgateway.app.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.app.home.ApprovalRules;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.UsePreview;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tools that need a yes, by a file of the home. */
class UserRulesTest {
    @TempDir
    private Path directory;

    private final Gateway gateway = Gateway.builder().executor(Runnable::run).build();
    private final AppSessions sessions = new AppSessions(gateway, () -> 0);

    @AfterEach
    void closeGateway() {
        gateway.closeNow();
    }

    private HomeDirectory home() {
        return new HomeDirectory(directory, directory.resolve("copilot"));
    }

    private UserRules rules(String text) throws Exception {
        Path file = directory.resolve(ApprovalRules.NAME);
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return new UserRules(ApprovalRules.in(home()));
    }

    private HookDecision check(String tool) {
        return sessions.find("main")
                .orElseThrow()
                .gateway()
                .preToolUse(tool, JsonValue.EMPTY_OBJECT)
                .toCompletableFuture()
                .join();
    }

    @Test
    void U121_the_rules_hold_in_sessions_that_are_open_and_in_those_to_come() throws Exception {
        UserRules rules = rules("{\"shell\": \"ask\", \"browser_eval\": \"deny\"}");
        sessions.open(NewSession.of("main", "Main", Optional.empty()));
        rules.rule(gateway, sessions);
        sessions.open(NewSession.of("later", "Later", Optional.empty()));

        assertThat(check("shell").toString()).contains("Nobody is there who could approve it. 'tapgateway run'");
        assertThat(check("browser_eval")).isInstanceOf(HookDecision.Deny.class);
        assertThat(check("greet").allowed()).isTrue();
        assertThat(gateway.providers()).hasSize(2);
    }

    @Test
    void U121_a_star_is_about_all_tools() throws Exception {
        rules("{\"*\": \"deny\"}").rule(gateway, sessions);
        sessions.open(NewSession.of("main", "Main", Optional.empty()));

        assertThat(check("greet").allowed()).isFalse();
    }

    @Test
    void U121_a_star_in_a_name_is_about_all_tools_that_are_called_like_that_and_the_strictest_wins() throws Exception {
        rules("{\"browser_*\": \"deny\", \"*_delete\": \"ask\", \"git_*\": \"allow\"}")
                .rule(gateway, sessions);
        sessions.open(NewSession.of("main", "Main", Optional.empty()));

        assertThat(check("browser_eval").toString()).contains("approvals.json says no");
        assertThat(check("browser_delete").toString()).contains("approvals.json says no");
        assertThat(check("git_delete").toString()).contains("Nobody is there who could approve it.");
        assertThat(check("git_status").allowed()).isTrue();
        assertThat(check("browser").allowed()).isTrue();
    }

    @Test
    void U121_allow_answers_what_a_tool_alone_asks_and_no_rule_and_nothing_dangerous() throws Exception {
        rules("{\"edit\": \"allow\", \"write\": \"allow\"}").rule(gateway, sessions);
        sessions.open(NewSession.of("main", "Main", Optional.empty()));
        Provider files = Provider.named("files")
                .tool("edit", "Edits.", Schema.object(), call -> "edited")
                .tool("write", "Writes.", Schema.object(), call -> "written")
                .tool("move", "Moves.", Schema.object(), call -> "moved")
                .approval("edit", args -> GateDecision.ask("It changes a file."))
                .approval("write", args -> GateDecision.ask("It changes a file.", UsePreview.DANGEROUS))
                .approval("move", args -> GateDecision.ask("It changes a file."))
                .build();
        LocalProviderTransport.to(gateway).executor(Runnable::run).attach(new SessionId("main"), files);

        assertThat(call("edit")).isInstanceOf(ToolOutcome.Success.class);
        assertThat(call("write")).isInstanceOf(ToolOutcome.Failure.class);
        assertThat(call("move")).isInstanceOf(ToolOutcome.Failure.class);
        LocalProviderTransport.to(gateway)
                .executor(Runnable::run)
                .attach(
                        new SessionId("main"),
                        Provider.named("rules").ask(Match.tool("edit"), "Sure?").build());
        assertThat(call("edit")).isInstanceOf(ToolOutcome.Failure.class);
    }

    private ToolOutcome call(String tool) {
        return sessions.find("main")
                .orElseThrow()
                .gateway()
                .callTool(tool, JsonValue.EMPTY_OBJECT)
                .toCompletableFuture()
                .join();
    }

    @Test
    void without_a_file_there_are_no_rules_and_no_provider() throws Exception {
        new UserRules(ApprovalRules.in(home())).rule(gateway, sessions);
        sessions.open(NewSession.of("main", "Main", Optional.empty()));

        assertThat(check("shell").allowed()).isTrue();
        assertThat(gateway.providers()).isEmpty();
        assertThat(gateway.sessions()).extracting(it -> it.info().id()).containsExactly(new SessionId("main"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{            | cannot be read",
                "[]           | must be an object",
                "{\"a\": 1}   | must be a string",
                "{\"a\": \"yes\"} | not 'yes'."
            })
    void what_is_not_understood_completely_starts_nothing(String text, String why) {
        assertThatThrownBy(() -> rules(text)).isInstanceOf(Problem.class).hasMessageContaining(why);
    }

    @Test
    void more_rules_than_a_provider_may_have_are_refused() throws Exception {
        assertThat(rules(tools(50))).isNotNull();
        assertThatThrownBy(() -> rules(tools(51))).hasMessageContaining("more than 50 tools");
    }

    private static String tools(int number) {
        return IntStream.rangeClosed(1, number)
                .mapToObj(i -> "\"t" + i + "\": \"ask\"")
                .collect(Collectors.joining(",", "{", "}"));
    }
}
