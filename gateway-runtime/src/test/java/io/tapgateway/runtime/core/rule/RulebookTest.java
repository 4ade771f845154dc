package io.tapgateway.runtime.core.rule;

import static io.tapgateway.runtime.core.rule.Rules.LIMITS;
import static io.tapgateway.runtime.core.rule.Rules.budget;
import static io.tapgateway.runtime.core.rule.Rules.context;
import static io.tapgateway.runtime.core.rule.Rules.denied;
import static io.tapgateway.runtime.core.rule.Rules.deny;
import static io.tapgateway.runtime.core.rule.Rules.gate;
import static io.tapgateway.runtime.core.rule.Rules.judge;
import static io.tapgateway.runtime.core.rule.Rules.openGate;
import static io.tapgateway.runtime.core.rule.Rules.set;
import static io.tapgateway.runtime.core.rule.Rules.shell;
import static io.tapgateway.runtime.core.rule.Rules.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.GuardView;
import io.tapgateway.runtime.core.kernel.Utf8;
import io.tapgateway.runtime.core.pattern.MatchBudget;
import io.tapgateway.runtime.core.rule.Rules.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

class RulebookTest {
    private static final Owner CI = Owner.project("ci");
    private static final Owner LINT = Owner.project("lint");
    private static final Owner HOST_PART = Owner.internal("guard");

    private final Rulebook<Owner> book = new Rulebook<>(LIMITS);

    private static Optional<Tuple> denialOf(Judgement<Owner> judgement) {
        return judgement.denial().map(it -> tuple(it.owner(), it.reason()));
    }

    private Judgement<Owner> judged(ToolUse use) {
        return book.judge(use, budget(), 0);
    }

    @Test
    void a_call_that_no_rule_is_about_is_simply_allowed() {
        book.put(CI, set(deny(Match.tool("shell").args("git push")), gate(Match.tool("edit"), "g")));

        Judgement<Owner> judgement = judged(shell("git status"));

        assertThat(judgement).isEqualTo(new Judgement<>(Optional.empty(), List.of(), List.of(), List.of(), List.of()));
    }

    @Test
    void it_is_empty_as_soon_as_nobody_has_a_rule_whatever_there_was_before() {
        book.put(CI, set(deny(Match.ANY, "no")));
        book.put(CI, set(deny(Match.ANY, "still no")));
        book.put(LINT, RuleSet.NONE);
        book.put(HOST_PART, set(deny(Match.ANY, "no")));
        book.put(HOST_PART, RuleSet.NONE);
        assertThat(book.isEmpty()).isFalse();

        book.remove(CI);
        book.remove(CI);
        book.remove(LINT);

        assertThat(book.isEmpty()).isTrue();
    }

    @Test
    void D160_one_denial_is_enough_and_the_first_in_order_gives_the_reason() {
        book.put(CI, set(context(Match.ANY, "mind the tests"), deny(Match.ANY, "second")));
        book.put(LINT, set(deny(Match.ANY, "third")));
        book.put(HOST_PART, set(deny(Match.tool("shell"), "first")));

        assertThat(denialOf(judged(shell("ls")))).contains(tuple(HOST_PART, "first"));
        assertThat(denialOf(judged(use("edit", "{}")))).contains(tuple(CI, "second"));
    }

    @Test
    void D160_contexts_come_by_trust_then_by_time_of_binding_then_by_place() {
        book.put(CI, set(context(Match.ANY, "c1"), context(Match.ANY, "c2")));
        book.put(LINT, set(context(Match.ANY, "l1")));
        book.put(HOST_PART, set(context(Match.ANY, "h1")));
        book.put(CI, set(context(Match.ANY, "c3")));

        assertThat(judged(shell("ls")).contexts())
                .containsExactly(
                        new Judgement.Context<>(0, HOST_PART, "h1"),
                        new Judgement.Context<>(1, CI, "c3"),
                        new Judgement.Context<>(2, LINT, "l1"));
    }

    @Test
    void D161_a_gate_is_asked_once_for_each_owner_and_id() {
        book.put(CI, set(gate(Match.ANY, "push"), gate(Match.tool("shell"), "push"), gate(Match.ANY, "other")));
        book.put(LINT, set(gate(Match.ANY, "push")));

        assertThat(judged(shell("git push")).gates())
                .extracting(Judgement.Gate::place, Judgement.Gate::owner, Judgement.Gate::gateId)
                .containsExactly(
                        tuple(0, CI, new GateId("push")),
                        tuple(2, CI, new GateId("other")),
                        tuple(3, LINT, new GateId("push")));
    }

    @Test
    void D162_silence_opens_a_gate_only_if_all_of_its_matching_rules_say_so() {
        book.put(
                CI,
                set(
                        openGate(Match.ANY, "both"),
                        openGate(Match.ANY, "mixed"),
                        gate(Match.tool("shell"), "mixed"),
                        openGate(Match.tool("shell"), "both")));

        assertThat(judged(shell("ls")).gates())
                .extracting(Judgement.Gate::failOpen)
                .containsExactly(true, false);
        assertThat(judged(use("edit", "{}")).gates())
                .extracting(Judgement.Gate::failOpen)
                .containsExactly(true, true);
    }

    @Test
    void D084_the_gates_of_a_lost_owner_deny_its_denials_stay_and_its_contexts_go() {
        book.put(
                CI,
                set(
                        openGate(Match.tool("shell"), "push"),
                        deny(Match.tool("edit"), "no edits"),
                        context(Match.tool("read"), "mind")));

        book.orphan(CI);

        assertThat(denialOf(judged(shell("ls")))).contains(tuple(CI, "Gate provider 'ci' is disconnected."));
        assertThat(judged(shell("ls")).gates()).isEmpty();
        assertThat(denialOf(judged(use("edit", "{}")))).contains(tuple(CI, "no edits"));
        assertThat(judged(use("read", "{}")).contexts()).isEmpty();
        book.remove(CI);
        assertThat(judged(shell("ls")).denial()).isEmpty();
        assertThat(book.isEmpty()).isTrue();
    }

    @Test
    void D165_an_empty_match_is_about_every_call() {
        assertThat(denied(shell("ls"), deny(Match.ANY))).isTrue();
        assertThat(denied(use("anything", "{\"a\":1}"), deny(Match.tool("*")))).isTrue();
    }

    @Test
    void D165_a_tool_is_compared_exactly() {
        assertThat(denied(use("shell", "{}"), deny(Match.tool("shell")))).isTrue();
        assertThat(denied(use("Shell", "{}"), deny(Match.tool("shell")))).isFalse();
        assertThat(denied(use("shell2", "{}"), deny(Match.tool("shell")))).isFalse();
        assertThat(denied(use("shell", "{}"), deny(Match.tool("sh.*")))).isFalse();
    }

    @Test
    void D165_all_keys_of_a_match_have_to_hold() {
        HookRule rule = deny(Match.tool("edit").args("DROP").file("*.sql").provider("host"));

        assertThat(denied(use("edit", "{\"path\":\"a/x.sql\",\"text\":\"DROP\"}"), rule))
                .isTrue();
        assertThat(denied(use("write", "{\"path\":\"a/x.sql\",\"text\":\"DROP\"}"), rule))
                .isFalse();
        assertThat(denied(use("edit", "{\"path\":\"a/x.txt\",\"text\":\"DROP\"}"), rule))
                .isFalse();
        assertThat(denied(use("edit", "{\"path\":\"a/x.sql\",\"text\":\"drop\"}"), rule))
                .isFalse();
        ToolUse foreign = new ToolUse(
                "edit",
                new ProviderName("editor"),
                JsonValue.of(Map.of("path", "a/x.sql", "text", "DROP")),
                ToolUse.Place.UNKNOWN,
                LIMITS);
        assertThat(denied(foreign, rule)).isFalse();
    }

    @Test
    void D167_a_provider_is_compared_by_name_and_the_host_is_one() {
        ToolUse browsers =
                new ToolUse("open", new ProviderName("Browser"), JsonValue.EMPTY_OBJECT, ToolUse.Place.UNKNOWN, LIMITS);

        assertThat(denied(browsers, deny(Match.ANY.provider("browser")))).isTrue();
        assertThat(denied(browsers, deny(Match.ANY.provider("host")))).isFalse();
        assertThat(denied(use("open", "{}"), deny(Match.ANY.provider("host")))).isTrue();
    }

    @Test
    void D169_a_rule_that_cannot_be_decided_matches_if_it_can_stop_the_call() {
        String text = "a".repeat(200_001);
        Match endless = Match.ANY.args("[bc]$");

        Judgement<Owner> judgement =
                Rules.judge(shell(text), deny(endless, "d"), gate(endless, "g"), context(endless, "c"));

        assertThat(denialOf(judgement)).contains(tuple(CI, "d"));
        assertThat(judgement.gates()).extracting(Judgement.Gate::gateId).containsExactly(new GateId("g"));
        assertThat(judgement.contexts()).isEmpty();
        assertThat(judgement.unfinished())
                .extracting(Judgement.Unfinished::rule)
                .containsExactly(0, 1, 2);
    }

    @Test
    void D179_an_exception_in_a_rule_denies_or_asks_and_is_no_permission() {
        MatchBudget broken = new MatchBudget(LIMITS, () -> {
            throw new IllegalStateException("no time, on purpose");
        });
        ToolUse use = shell("a".repeat(100_000));
        Match slow = Match.ANY.args("(a|b)*[cd]$");
        book.put(CI, set(deny(slow, "d"), gate(slow, "g"), context(slow, "c")));

        Judgement<Owner> judgement = book.judge(use, broken, 0);

        assertThat(judged(use).denial()).isEmpty();
        assertThat(denialOf(judgement)).contains(tuple(CI, "d"));
        assertThat(judgement.gates()).extracting(Judgement.Gate::gateId).containsExactly(new GateId("g"));
        assertThat(judgement.contexts()).isEmpty();
    }

    @Test
    void D169_a_rule_that_cannot_be_decided_is_mentioned_once_a_minute() {
        book.put(CI, set(deny(Match.ANY.args("[bc]$"))));
        ToolUse large = shell("a".repeat(200_001));
        long minute = TimeUnit.MINUTES.toNanos(1);

        assertThat(book.judge(large, budget(), 5).unfinished()).hasSize(1);
        assertThat(book.judge(large, budget(), minute + 4).unfinished()).isEmpty();
        assertThat(book.judge(large, budget(), minute + 5).unfinished()).hasSize(1);
    }

    @Test
    void D170_arguments_of_more_than_256_KiB_match_what_can_stop_the_call() {
        String overhead = "{\"command\":\"\"}";
        String longest = "a".repeat((256 << 10) - overhead.length());
        HookRule rule = deny(Match.tool("shell").args("secret"));

        assertThat(denied(shell(longest), rule)).isFalse();
        assertThat(denied(shell(longest + "a"), rule)).isTrue();
        assertThat(denied(shell("ä".repeat(longest.length() / 2 + 1)), rule)).isTrue();
        assertThat(judge(shell(longest + "a"), context(Match.ANY.args("a"), "c"))
                        .contexts())
                .isEmpty();
        assertThat(denied(shell(longest + "a"), deny(Match.tool("edit").args("secret"))))
                .isFalse();
    }

    @Test
    void D170_rules_that_nothing_is_left_for_match() {
        MatchBudget small = new MatchBudget(LIMITS.with(Limit.CALL_MATCH_STEPS, 50), () -> 0);
        book.put(
                CI,
                set(context(Match.ANY.args("[bc]$"), "c"), deny(Match.tool("edit")), deny(Match.ANY.args("[de]$"))));

        Judgement<Owner> judgement = book.judge(shell("a".repeat(40)), small, 0);

        assertThat(judgement.denial()).isPresent();
        assertThat(judgement.unfinished())
                .extracting(Judgement.Unfinished::rule)
                .containsExactly(0, 2);
    }

    @Test
    void D174_texts_of_rules_are_cut_at_4_KiB() {
        String longest = "x".repeat(4 << 10);

        assertThat(judge(shell("ls"), context(Match.ANY, longest))
                        .contexts()
                        .get(0)
                        .content())
                .isEqualTo(longest);
        String cut = judge(shell("ls"), deny(Match.ANY, longest + "x"))
                .denial()
                .orElseThrow()
                .reason();
        assertThat(Utf8.length(cut)).isLessThanOrEqualTo(4 << 10);
        assertThat(cut).endsWith("(truncated)");
    }

    @Test
    void D174_all_contexts_of_a_call_have_16_KiB_together() {
        String four = "x".repeat(4 << 10);
        HookRule full = context(Match.ANY, four);

        assertThat(judge(shell("ls"), full, full, full, full).contexts())
                .extracting(Judgement.Context::content)
                .containsExactly(four, four, four, four);
        List<String> five =
                judge(shell("ls"), full, full, full, context(Match.ANY, "y"), full, full).contexts().stream()
                        .map(Judgement.Context::content)
                        .toList();
        assertThat(five).hasSize(5);
        assertThat(five.get(4)).startsWith("xxx").endsWith("(truncated)");
        assertThat(five.stream().mapToInt(Utf8::length).sum()).isLessThanOrEqualTo(16 << 10);
        List<String> cut = judge(shell("ls"), full, full, full, full, full).contexts().stream()
                .map(Judgement.Context::content)
                .toList();
        assertThat(cut).hasSize(4);
        assertThat(cut.get(3)).endsWith("(truncated)");
    }

    @Test
    void D174_a_denial_without_a_reason_names_the_provider() {
        assertThat(judge(shell("ls"), deny(Match.ANY)).denial().orElseThrow().reason())
                .isEqualTo("Denied by ci");
        assertThat(judge(shell("ls"), deny(Match.ANY, " \u202E "))
                        .denial()
                        .orElseThrow()
                        .reason())
                .isEqualTo("Denied by ci");
    }

    @Test
    void I20_one_more_rule_never_lets_a_call_through_that_was_denied() {
        Random random = new Random(20);
        int denials = 0;
        List<ToolUse> uses = List.of(
                shell("git push"),
                shell("a".repeat(70_000)),
                shell("b".repeat(300_000)),
                use("edit", "{\"path\":\"db/x.sql\",\"text\":\"DROP\"}"),
                use("edit", "{\"path\":[1]}"));

        for (int round = 0; round < 60; round++) {
            Rulebook<Owner> growing = new Rulebook<>(LIMITS.with(Limit.CALL_MATCH_STEPS, 500_000));
            Map<Owner, List<HookRule>> rules = new HashMap<>();
            List<Set<Object>> before = uses.stream().map(use -> Set.of()).toList();
            for (int i = 0; i < 8; i++) {
                Owner owner = List.of(CI, LINT, HOST_PART).get(random.nextInt(3));
                List<HookRule> of = rules.computeIfAbsent(owner, key -> new ArrayList<>());
                of.add(random.nextInt(of.size() + 1), randomRule(random));
                growing.put(owner, set(of.toArray(HookRule[]::new)));
                List<Set<Object>> after = uses.stream()
                        .map(use -> obstacles(growing.judge(
                                use, new MatchBudget(LIMITS.with(Limit.CALL_MATCH_STEPS, 500_000), () -> 0), 0)))
                        .toList();
                for (int u = 0; u < uses.size(); u++) {
                    assertThat(after.get(u)).containsAll(before.get(u));
                    denials += after.get(u).isEmpty() ? 0 : 1;
                }
                before = after;
            }
        }

        assertThat(denials).isGreaterThan(500);
    }

    /** What stands in the way of a call: a denial, whoever gives the reason, and gates. */
    private static Set<Object> obstacles(Judgement<Owner> judgement) {
        Set<Object> obstacles = new HashSet<>();
        judgement.gates().forEach(gate -> obstacles.add(gate.owner() + " " + gate.gateId()));
        judgement.denial().ifPresent(denial -> obstacles.add("denial"));
        return obstacles;
    }

    private static HookRule randomRule(Random random) {
        List<Match> matches = List.of(
                Match.tool("shell"),
                Match.tool("shell").args("git push"),
                Match.ANY.args("[cd]$"),
                Match.ANY.args("^.*x"),
                Match.ANY.file("*.sql"),
                Match.tool("edit").file("db/**").args("(?i)drop"),
                Match.tool("none"),
                Match.ANY.provider("host").args("a{20}"));
        Match match = matches.get(random.nextInt(matches.size()));
        return switch (random.nextInt(4)) {
            case 0 -> deny(match);
            case 1 -> gate(match, "g" + random.nextInt(2));
            case 2 -> openGate(match, "g" + random.nextInt(2));
            default -> context(match, "note");
        };
    }

    @Test
    void it_tells_whose_rules_there_are_in_their_order_and_how_often_each_has_matched_and_denied() {
        HookRule no = deny(Match.tool("edit"), "no");
        book.put(LINT, set(no, context(Match.tool("shell"), "careful")));
        book.put(CI, RuleSet.NONE);
        book.put(HOST_PART, set(gate(Match.ANY, "g")));
        book.judge(shell("git status"), budget(), 1_000);
        book.judge(shell("ls"), budget(), 3_000);
        book.denied(LINT, no, 2_000);
        book.denied(LINT, deny(Match.ANY, "of former times"), 2_500);
        book.denied(CI, no, 2_500);
        book.orphan(LINT);

        List<GuardView> views = book.views(4_000).toList();

        assertThat(views).extracting(GuardView::provider).containsExactly(HOST_PART.name(), LINT.name());
        GuardView lint = views.get(1);
        assertThat(lint.held()).isTrue();
        assertThat(lint.denied()).isEqualTo(2);
        assertThat(lint.rules())
                .extracting(GuardView.RuleView::matched, GuardView.RuleView::lastMatched)
                .containsExactly(tuple(0L, Optional.empty()), tuple(2L, Optional.of(Duration.ofNanos(1_000))));
        assertThat(lint.rules())
                .extracting(GuardView.RuleView::denied, GuardView.RuleView::lastDenied)
                .containsExactly(tuple(1L, Optional.of(Duration.ofNanos(2_000))), tuple(0L, Optional.empty()));
        book.put(LINT, set(deny(Match.tool("edit"), "no")));
        assertThat(book.views(4_000).toList().get(1).rules().get(0).matched()).isZero();
    }
}
