package io.tapgateway.runtime.core.rule;

import static io.tapgateway.runtime.core.rule.Rules.LIMITS;
import static io.tapgateway.runtime.core.rule.Rules.context;
import static io.tapgateway.runtime.core.rule.Rules.denied;
import static io.tapgateway.runtime.core.rule.Rules.deny;
import static io.tapgateway.runtime.core.rule.Rules.gate;
import static io.tapgateway.runtime.core.rule.Rules.judge;
import static io.tapgateway.runtime.core.rule.Rules.set;
import static io.tapgateway.runtime.core.rule.Rules.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Match;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RuleSetTest {
    @Test
    void D168_rules_are_refused_as_a_whole_for_one_pattern_that_is_none() {
        assertThatThrownBy(() -> set(deny(Match.ANY.args("fine")), deny(Match.ANY.args("(?=x)"))))
                .isInstanceOfSatisfying(InvalidMessage.class, fault -> {
                    assertThat(fault.code()).isEqualTo(ErrorCode.INVALID_JSON);
                    assertThat(fault.pointer()).isEqualTo("/hooks/onPreToolUse/1/match/args");
                });
        assertThatThrownBy(() -> set(gate(Match.ANY.file("[a"), "g")))
                .isInstanceOfSatisfying(
                        InvalidMessage.class,
                        fault -> assertThat(fault.pointer()).isEqualTo("/hooks/onPreToolUse/0/match/file"));
    }

    @Test
    void D178_a_provider_has_50_rules_and_no_more() {
        HookRule rule = deny(Match.tool("x"));

        assertThat(RuleSet.compile(Collections.nCopies(50, rule), LIMITS, "/r").rules())
                .hasSize(50);
        assertThatThrownBy(() -> RuleSet.compile(Collections.nCopies(51, rule), LIMITS, "/r"))
                .isInstanceOfSatisfying(InvalidMessage.class, fault -> {
                    assertThat(fault.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
                    assertThat(fault.pointer()).isEqualTo("/r");
                });
    }

    @Test
    void rules_beyond_the_64th_count_like_the_others_where_a_limit_allows_them() {
        List<HookRule> rules = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            rules.add(deny(Match.tool("t" + i).args("word" + i + "[a-z]")));
        }
        RuleSet set = RuleSet.compile(rules, LIMITS.with(Limit.HOOK_RULES_PER_PROVIDER, 200), "/r");

        for (int i : List.of(0, 63, 64, 127, 128, 199)) {
            assertThat(set.hits(use("t" + i, "{\"a\":\"word" + i + "x\"}"), Rules.budget()))
                    .extracting(RuleSet.Hit::index)
                    .containsExactly(i);
        }
    }

    @Test
    void D168_the_patterns_of_a_provider_make_10000_instructions_and_no_more() {
        HookRule large = deny(Match.ANY.args("a{998}"));

        assertThat(RuleSet.compile(Collections.nCopies(10, large), LIMITS, "/r").rules())
                .hasSize(10);
        assertThatThrownBy(() -> RuleSet.compile(Collections.nCopies(11, large), LIMITS, "/r"))
                .isInstanceOfSatisfying(
                        InvalidMessage.class,
                        fault -> assertThat(fault.pointer()).isEqualTo("/r/10"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"command\":\"git push\"}",
                "{\"command\":\"git \\u0070ush\"}",
                "{\"\\u0063ommand\":\"git pu\\u0073h\"}",
                "{ \"command\" :\t\"git push\" }",
                "{\"z\":1,\"command\":\"git push\"}",
                "{\"7\":\"x\",\"command\":\"git push\",\"3\":[]}"
            })
    void D171_however_arguments_are_written_a_rule_sees_one_text(String args) {
        assertThat(denied(use("shell", args), deny(Match.tool("shell").args("\"command\":\"git push\""))))
                .isTrue();
    }

    @Test
    void D171_a_rule_sees_what_stringify_writes() {
        assertThat(denied(
                        use("t", "{\"b\":1.0,\"2\":1e21,\"1\":-0}"),
                        deny(Match.ANY.args("^\\{\"1\":0,\"2\":1e\\+21,\"b\":1\\}$"))))
                .isTrue();
        assertThat(denied(use("t", "{}"), deny(Match.ANY.args("^\\{\\}$")))).isTrue();
    }

    @Test
    void D166_a_file_is_looked_for_among_the_path_arguments() {
        HookRule rule = deny(Match.ANY.file("*.sql"));

        for (String key :
                List.of("path", "file", "filePath", "file_path", "filename", "files", "target_file", "notebook_path")) {
            assertThat(denied(use("edit", "{\"" + key + "\":\"db/x.sql\"}"), rule))
                    .as(key)
                    .isTrue();
        }
        assertThat(denied(use("edit", "{\"other\":\"db/x.sql\"}"), rule)).isFalse();
        assertThat(denied(use("edit", "{\"nested\":{\"path\":\"x.sql\"}}"), rule))
                .isFalse();
        assertThat(denied(use("edit", "{}"), rule)).isFalse();
        assertThat(denied(use("edit", "[]"), rule)).isFalse();
        assertThat(denied(use("copy", "{\"path\":\"a.txt\",\"target_file\":\"b.sql\"}"), rule))
                .isTrue();
    }

    @Test
    void D166_a_path_that_is_no_text_matches_what_can_stop_the_call() {
        Match sql = Match.ANY.file("*.sql");

        for (String args : List.of(
                "{\"path\":{}}",
                "{\"path\":null}",
                "{\"path\":1,\"file\":\"a.txt\"}",
                "{\"files\":[]}",
                "{\"files\":[\"a.txt\",1]}",
                "{\"files\":[[\"a.txt\"]]}")) {
            assertThat(denied(use("edit", args), deny(sql))).as(args).isTrue();
            assertThat(judge(use("edit", args), gate(sql, "g")).gates())
                    .as(args)
                    .hasSize(1);
            assertThat(judge(use("edit", args), context(sql, "c")).contexts())
                    .as(args)
                    .isEmpty();
        }
    }

    @Test
    void D166_each_path_of_a_list_is_tried() {
        Match sql = Match.ANY.file("*.sql");

        assertThat(denied(use("readFiles", "{\"files\":[\"a.txt\",\"db/x.sql\"]}"), deny(sql)))
                .isTrue();
        assertThat(denied(use("readFiles", "{\"files\":[\"a.txt\",\"b.txt\"]}"), deny(sql)))
                .isFalse();
        assertThat(judge(use("readFiles", "{\"path\":[\"x.sql\"]}"), context(sql, "c"))
                        .contexts())
                .hasSize(1);
    }

    @Test
    void D166_paths_are_normalised_and_tried_from_the_working_directory_too() {
        ToolUse.Place place = ToolUse.Place.in("/code/foo/");
        HookRule rule = deny(Match.ANY.file("secrets/**"));

        for (String path : List.of(
                "secrets/key",
                "./secrets//key",
                "a/../secrets/key",
                "secrets\\key",
                "/code/foo/secrets/key",
                "../foo/secrets/key",
                "/code/./bar/../foo/secrets/key/")) {
            ToolUse use = new ToolUse("read", ToolUse.HOST, JsonValue.of(Map.of("path", path)), place, LIMITS);
            assertThat(denied(use, rule)).as(path).isTrue();
        }
        for (String path : List.of("/secrets/key", "secretskey", "a/secrets/key", "/code/foo2/secrets/key")) {
            ToolUse use = new ToolUse("read", ToolUse.HOST, JsonValue.of(Map.of("path", path)), place, LIMITS);
            assertThat(denied(use, rule)).as(path).isFalse();
        }
        ToolUse absolute = new ToolUse("read", ToolUse.HOST, JsonValue.of(Map.of("path", "x/../k")), place, LIMITS);
        assertThat(denied(absolute, deny(Match.ANY.file("/code/foo/k")))).isTrue();
    }

    @Test
    void D166_which_arguments_are_paths_is_up_to_the_host() {
        ToolUse.Place place = new ToolUse.Place(Set.of("datei"), Optional.empty());
        ToolUse use =
                new ToolUse("edit", ToolUse.HOST, JsonValue.of(Map.of("datei", "x.sql", "path", 1)), place, LIMITS);

        assertThat(denied(use, deny(Match.ANY.file("*.sql")))).isTrue();
        assertThat(denied(use, deny(Match.ANY.file("*.txt")))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 60_000, 70_000, 262_100, 262_200, 1_000_000})
    void D170_no_padding_gets_a_call_past_a_rule_that_would_stop_it_without(int padding) {
        List<HookRule> rules = List.of(
                deny(Match.tool("shell").args("git push")),
                deny(Match.tool("shell").args("git\\s+pu[s]h")),
                deny(Match.tool("shell").args("(?i)GIT (?:pull|push)")),
                deny(Match.tool("shell").args("[g]i[t] [p]ush")),
                deny(Match.tool("shell").args("g.{0,300}t.push")));

        for (String filler : List.of("a", " git pus", "\u0000ä")) {
            String pad = filler.repeat(padding / filler.length());
            for (Object args : List.of(
                    Map.of("command", pad + "git push"),
                    Map.of("command", "git push" + pad),
                    Map.of("command", pad + "git push" + pad),
                    Map.of("1", pad, "command", "git push"),
                    Map.of("command", "git push", "z", pad))) {
                for (HookRule rule : rules) {
                    ToolUse use = new ToolUse("shell", ToolUse.HOST, JsonValue.of(args), ToolUse.Place.UNKNOWN, LIMITS);
                    assertThat(denied(use, rule)).as("%s and %s", rule, filler).isTrue();
                }
            }
        }
    }
}
