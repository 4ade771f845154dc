package io.tapgateway.benchmarks.step;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.core.pattern.MatchBudget;
import io.tapgateway.runtime.core.rule.Judgement;
import io.tapgateway.runtime.core.rule.RuleOwner;
import io.tapgateway.runtime.core.rule.RuleSet;
import io.tapgateway.runtime.core.rule.Rulebook;
import io.tapgateway.runtime.core.rule.ToolUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What hook rules cost a call of about 200 bytes: 50 providers with 50 rules each of which none matches, and one rule
 * by itself. Every call is new, so that its arguments are turned into text each time.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class RuleMatchingBenchmark {
    private static final int PROVIDERS = 50;
    private static final int RULES_OF_EACH = 50;

    /** What people look for in commands and edits; each becomes one of its own by a number. */
    private static final List<String> PATTERNS = List.of(
            "git push.*--force-%d",
            "rm\\s+-rf\\s+/srv/%d",
            "(?i)drop\\s+table\\s+t%d",
            "(?:curl|wget)\\s.*host%d.*\\|\\s*(?:ba)?sh",
            "AKIA%d[0-9A-Z]{16}",
            "\\bsudo\\s+-u\\s+user%d\\b",
            "npm (?:publish|unpublish) .*@%d",
            "kubectl .*delete .*prod-%d",
            "\"timeout\":%d0000",
            "chmod\\s+(?:-R\\s+)?%d77",
            "terraform\\s+(?:apply|destroy).*%d",
            "-----BEGIN [A-Z ]*PRIVATE KEY %d",
            "password%d\\s*=\\s*\\S{8,}",
            "(?i)truncate|vacuum %d");

    private static final List<String> FILES =
            List.of("*.sql%d", "secrets%d/**", "**/.env.%d", "src/gen%d/*.{ts,js}", "/etc/%d/**");

    private static final List<String> TOOLS =
            List.of("edit", "write", "read", "delete", "fetch", "browser_open", "deploy", "query");

    private record Owner(ProviderName name, TrustLevel trust) implements RuleOwner {}

    @Param({
        "{\"command\":\"cd /code/foo && mvn -q test -Dtest=FooTest -Dsurefire.failIfNoSpecifiedTests=false"
                + " | tail -20 && git status --short\",\"timeout\":60000,"
                + "\"description\":\"run the tests of foo and see\"}",
        "{\"path\":\"src/main/java/io/tapgateway/runtime/core/GatewayCore.java\",\"old\":\"private boolean closed;\","
                + "\"new\":\"private boolean closing;\\n    private boolean closed;\","
                + "\"description\":\"a second flag\"}"
    })
    public String args = "";

    private final Limits limits = Limits.standard();
    private final Rulebook<Owner> many = new Rulebook<>(limits);
    private final Rulebook<Owner> literalOnly = new Rulebook<>(limits);
    private final Rulebook<Owner> withAlternatives = new Rulebook<>(limits);
    private final Rulebook<Owner> withoutWord = new Rulebook<>(limits);
    private final Rulebook<Owner> forTheLibrary = new Rulebook<>(limits);
    private final ProviderName host = new ProviderName("host");
    private JsonValue call = JsonValue.EMPTY_OBJECT;

    @Setup
    public void fill() throws MalformedJson {
        for (int provider = 0; provider < PROVIDERS; provider++) {
            many.put(owner("p" + provider), RuleSet.compile(rules(provider), limits, ""));
        }
        one(literalOnly, "git status --short");
        one(withAlternatives, "(?:git|hg)\\s+(?:status|log).*--short|boolean\\s+closed;");
        one(withoutWord, "[A-Z]{20}");
        one(forTheLibrary, "[A-Z]{20}[^A-Z]{1,50}");
        call = JsonValue.parse(args);
    }

    private static Owner owner(String name) {
        return new Owner(new ProviderName(name), TrustLevel.PROJECT);
    }

    private void one(Rulebook<Owner> book, String pattern) {
        book.put(owner("p"), RuleSet.compile(List.of(gate(Match.tool("shell").args(pattern))), limits, ""));
    }

    /** A third by tool only, a third by tool and arguments, the rest by arguments, files or providers. */
    private static List<HookRule> rules(int provider) {
        List<HookRule> rules = new ArrayList<>();
        for (int i = 0; i < RULES_OF_EACH; i++) {
            int number = provider * RULES_OF_EACH + i + 10;
            String pattern = PATTERNS.get(number % PATTERNS.size()).formatted(number);
            Match match = switch (i % 6) {
                case 0, 3 -> Match.tool(TOOLS.get(number % TOOLS.size()));
                case 1 -> Match.tool("shell").args(pattern);
                case 4 -> Match.tool(TOOLS.get(number % TOOLS.size())).args(pattern);
                case 2 -> Match.ANY.args(pattern);
                default ->
                    i % 4 == 1
                            ? Match.ANY.provider("other" + number)
                            : Match.ANY.file(FILES.get(number % FILES.size()).formatted(number));
            };
            rules.add(gate(match));
        }
        return rules;
    }

    private static HookRule gate(Match match) {
        return new HookRule.Gate(match, new GateId("g"), false);
    }

    private Judgement<Owner> judge(Rulebook<Owner> book) {
        ToolUse use = new ToolUse("shell", host, call, ToolUse.Place.in("/code/foo"), limits);
        return book.judge(use, new MatchBudget(limits, System::nanoTime), 0);
    }

    /** 2,500 rules, of which none matches. */
    @Benchmark
    public Judgement<Owner> manyRulesThatDoNotMatch() {
        Judgement<Owner> judgement = judge(many);
        if (!judgement.gates().isEmpty()) {
            throw new IllegalStateException("one of them matches: " + judgement);
        }
        return judgement;
    }

    /** One rule with a fixed text for a pattern. */
    @Benchmark
    public Judgement<Owner> ruleOfOneText() {
        return judge(literalOnly);
    }

    /** One rule with alternatives and repetitions. */
    @Benchmark
    public Judgement<Owner> ruleWithAlternatives() {
        return judge(withAlternatives);
    }

    /** One rule that requires no text, so that everything has to be searched. */
    @Benchmark
    public Judgement<Owner> ruleThatRequiresNoText() {
        return judge(withoutWord);
    }

    /**
     * One rule that requires no text and has more positions than fit into a number, so that the library has to search.
     */
    @Benchmark
    public Judgement<Owner> ruleForTheLibrary() {
        return judge(forTheLibrary);
    }

    /** What is left of a judgement without rules. */
    @Benchmark
    public Optional<Judgement<Owner>> noRule() {
        return Optional.of(judge(new Rulebook<>(limits)));
    }
}
