package io.tapgateway.app.session;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.Gateway;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Which tools need a yes, are out of the question, or need none where nobody but the tool itself wants one, by a file
 * of the home: {@code {"shell": "ask", "browser_eval": "deny", "bash": "allow"}} (U-121). It is never a file of a
 * workspace, which an agent may write. Read once, when the gateway starts; its rules are those of a provider of this
 * process in each session. Immutable.
 */
public final class UserRules {
    /** The file. */
    public static final String NAME = "approvals.json";

    /** Whose rules they are. */
    static final String PROVIDER = "approvals";

    private static final String ASK = "ask";
    private static final String DENY = "deny";
    private static final String ALLOW = "allow";
    private static final String ALL = "*";

    private final Map<String, String> decisions;

    private UserRules(Map<String, String> decisions) {
        this.decisions = Map.copyOf(decisions);
    }

    /**
     * Those of a home; none if there is no file.
     *
     * @throws Problem if the file cannot be read, is not this user's alone, or is not understood completely
     */
    public static UserRules in(HomeDirectory home) throws Problem {
        Path file = home.path().resolve(NAME);
        try {
            Map<String, String> decisions = JsonReader.map(JsonReader.TEXT)
                    .read(JsonValue.parse(SecretFile.read(file).orElse("{}")));
            for (Map.Entry<String, String> each : decisions.entrySet()) {
                if (!List.of(ASK, DENY, ALLOW).contains(each.getValue())) {
                    throw new Problem(file + ": '" + each.getKey() + "' must be \"ask\", \"deny\" or \"allow\".");
                }
            }
            if (decisions.size() > Limit.HOOK_RULES_PER_PROVIDER.standard()) {
                throw new Problem(file + " has more than " + Limit.HOOK_RULES_PER_PROVIDER.standard()
                        + " tools; \"*\" stands for all.");
            }
            return new UserRules(decisions);
        } catch (MalformedJson e) {
            throw new Problem(file + " cannot be read: " + e.reason() + ".");
        } catch (JsonFault fault) {
            throw new Problem(file + ": " + fault.pointer() + " " + fault.reason() + ".");
        }
    }

    /**
     * Puts them into force in all sessions, those that are open and those to come. A session in which that does not
     * work is ended.
     */
    public void rule(Gateway gateway, AppSessions sessions) {
        sessions.agreeTo(this::allows);
        if (decisions.values().stream().anyMatch(it -> !it.equals(ALLOW))) {
            sessions.forEach(session -> OwnRules.putInForce(gateway, sessions, session, provider(), NAME));
        }
    }

    /** What a tool alone asks, unless it says that it is dangerous: the strictest wins. */
    private boolean allows(CallQuestion question) {
        return question.isOfToolAlone()
                && !question.isDangerous()
                && ALLOW.equals(decisions.getOrDefault(question.tool(), decisions.get(ALL)));
    }

    private Provider provider() {
        ProviderBuilder rules = Provider.named(PROVIDER);
        decisions.forEach((tool, decision) -> {
            Match match = tool.equals(ALL) ? Match.ANY : Match.tool(tool);
            if (decision.equals(DENY)) {
                rules.deny(match, NAME + " says no");
            } else if (decision.equals(ASK)) {
                rules.ask(match, NAME + " says so");
            }
        });
        return rules.build();
    }
}
