package io.tapgateway.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.Concurrency;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.InstanceName;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.Transform;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.provider.schema.Schema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProviderBuilderTest {
    private static final ToolHandler NOTHING = call -> "nothing";

    record Deploy(String service) {}

    @Test
    void everything_declared_becomes_part_of_hello() {
        Provider provider = Provider.named("ci-watcher")
                .instance("main")
                .tool("ci_status", "State of CI", Schema.object().required("branch", Schema.string()), NOTHING)
                .tool("deploy", Deploy.class, "Deploy a service", (deploy, call) -> deploy.service())
                .tool(Tool.of("slow", "Slow", Schema.object(), NOTHING).timeout(Duration.ofSeconds(15)))
                .concurrency(2, Concurrency.Scope.TOOL)
                .gate(Match.tool("shell").args("git push"), check -> GateDecision.allow())
                .deny(Match.tool("rm"), "never")
                .remark(Match.ANY, "careful")
                .append("custom_instructions", "pnpm, not npm")
                .prepend("a", "1")
                .replace("b", "2")
                .transform("code_change_rules", current -> current)
                .context("CI is passing")
                .startupContext("Loaded")
                .metadata(Map.of("url", "https://ci.example"))
                .subscribe("user.message", event -> {})
                .build();

        Hello.Contribution given = provider.offer().contribution();
        assertThat(provider.identity().name().value()).isEqualTo("ci-watcher");
        assertThat(provider.identity().instance()).contains(new InstanceName("main"));
        assertThat(given.tools().orElseThrow())
                .extracting(ToolDefinition::name)
                .containsExactly(new ToolName("ci_status"), new ToolName("deploy"), new ToolName("slow"));
        assertThat(given.tools().orElseThrow().get(1).parameters())
                .isEqualTo(Schema.object().required("service", Schema.string()).json());
        assertThat(given.tools().orElseThrow().get(2).timeoutMillis()).isEqualTo(OptionalLong.of(15_000));
        assertThat(given.concurrency()).contains(new Concurrency(2, Concurrency.Scope.TOOL));
        assertThat(given.hooks().orElseThrow().onPreToolUse().orElseThrow())
                .containsExactly(
                        new HookRule.Gate(Match.tool("shell").args("git push"), new GateId("gate-1"), false),
                        new HookRule.Deny(Match.tool("rm"), Optional.of("never")),
                        new HookRule.Context(Match.ANY, "careful"));
        assertThat(given.hooks().orElseThrow().transforms())
                .isEqualTo(Map.of(
                        "custom_instructions", Optional.of(new Transform.Append("pnpm, not npm")),
                        "a", Optional.of(new Transform.Prepend("1")),
                        "b", Optional.of(new Transform.Replace("2")),
                        "code_change_rules", Optional.of(new Transform.Callback())));
        assertThat(given.texts()).isEqualTo(new Hello.Texts(Optional.of("CI is passing"), Optional.of("Loaded")));
        assertThat(given.metadata()).contains(JsonValue.of(Map.of("url", "https://ci.example")));
        assertThat(given.subscribe()).contains(List.of("user.message"));
    }

    @Test
    void what_is_not_declared_is_absent_in_hello_but_that_results_may_be_content() {
        Hello.Contribution given = Provider.named("plain").build().offer().contribution();

        assertThat(given)
                .isEqualTo(new Hello.Contribution(
                        Optional.of(List.of()),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Hello.Texts.NONE,
                        Optional.empty(),
                        true));
    }

    @Test
    void D072_reserved_names_are_refused_at_once() {
        assertThatThrownBy(() -> Provider.named("gateway")).hasMessageContaining("reserved");
        assertThatThrownBy(() -> Provider.named("Tap")).hasMessageContaining("reserved");
    }

    @Test
    void D122_names_of_generated_tools_are_refused_at_once() {
        assertThatThrownBy(() -> Tool.of("list_browser_instances", "x", Schema.object(), NOTHING))
                .hasMessageContaining("reserved");
    }

    @Test
    void D037_names_and_instances_follow_the_protocols_syntax() {
        assertThatThrownBy(() -> Provider.named("-x")).isInstanceOf(InvalidMessage.class);
        assertThatThrownBy(() -> Provider.named("x").instance("a b")).isInstanceOf(InvalidMessage.class);
        assertThatThrownBy(() -> Provider.named("x").concurrency(0)).isInstanceOf(InvalidMessage.class);
    }

    @Test
    void D118_two_tools_of_one_name_are_an_error_even_if_only_case_differs() {
        ProviderBuilder same =
                Provider.named("x").tool("a", "x", Schema.object(), NOTHING).tool("A", "x", Schema.object(), NOTHING);

        assertThatThrownBy(same::build).hasMessageContaining("'A'");
    }

    @Test
    void a_hundred_tools_are_allowed_and_one_more_is_not() {
        ProviderBuilder builder = Provider.named("x");
        for (int i = 0; i < 100; i++) {
            builder.tool("t" + i, "x", Schema.object(), NOTHING);
        }

        assertThat(builder.build().tools()).hasSize(100);
        builder.tool("one-more", "x", Schema.object(), NOTHING);
        assertThatThrownBy(builder::build).hasMessageContaining("at most 100 tools");
    }

    @Test
    void D178_fifty_rules_and_twenty_sections_are_allowed_and_one_more_is_not() {
        ProviderBuilder rules = Provider.named("x");
        for (int i = 0; i < 50; i++) {
            rules.deny(Match.ANY, "no");
        }
        ProviderBuilder sections = Provider.named("x");
        for (int i = 0; i < 20; i++) {
            sections.append("s" + i, "text");
        }

        assertThat(rules.build().offer().hooks().rules()).hasSize(50);
        assertThat(sections.build().offer().hooks().transforms()).hasSize(20);
        rules.deny(Match.ANY, "no");
        sections.append("one-more", "text");
        assertThatThrownBy(rules::build).hasMessageContaining("at most 50 hook rules");
        assertThatThrownBy(sections::build).hasMessageContaining("at most 20 transformed sections");
    }

    @Test
    void D146_a_failure_may_not_carry_a_code_that_only_gateways_give() {
        assertThatThrownBy(() -> new ToolFailure(ToolErrorCode.DISCONNECTED, "x"))
                .hasMessageContaining("for the gateway to say");
    }

    @Test
    void a_later_transform_of_a_section_takes_the_place_of_an_earlier_one() {
        Provider provider = Provider.named("x")
                .transform("s", current -> "new")
                .append("s", "more")
                .build();

        assertThat(provider.offer().hooks().transforms()).isEqualTo(Map.of("s", new Transform.Append("more")));
        assertThat(provider.offer().hooks().callbacks()).isEmpty();
    }
}
