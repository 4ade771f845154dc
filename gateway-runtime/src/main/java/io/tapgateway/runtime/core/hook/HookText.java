package io.tapgateway.runtime.core.hook;

import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.kernel.DisplayText;
import io.tapgateway.runtime.core.kernel.Utf8;
import io.tapgateway.runtime.core.rule.Judgement;
import io.tapgateway.runtime.core.state.Guard;
import io.tapgateway.runtime.core.state.Inquiry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What rules and gates say, made fit for hosts and agents (D-163, D-174). Stateless. */
public final class HookText {
    private HookText() {}

    /** The text without control characters, cut to that many bytes. */
    public static String cleaned(String text, int mostBytes) {
        return Utf8.cut(DisplayText.block(text, text.length() + 1), mostBytes);
    }

    /**
     * What is said along with a use that is allowed: the rules' own texts and those of gates, in the order of the
     * rules.
     */
    static List<CallContext> contexts(Inquiry inquiry, int mostBytes) {
        List<Judgement.Context<Guard>> said =
                new ArrayList<>(inquiry.judgement().contexts());
        for (Judgement.Gate<Guard> gate : inquiry.judgement().gates()) {
            inquiry.contextOf(gate)
                    .ifPresent(text -> said.add(new Judgement.Context<>(gate.place(), gate.owner(), text)));
        }
        said.sort(Comparator.comparingInt(Judgement.Context::place));
        List<CallContext> contexts = new ArrayList<>();
        int left = mostBytes;
        for (Judgement.Context<Guard> context : said) {
            String text = Utf8.cut(context.content(), left);
            left -= Utf8.length(text);
            if (left < 0) {
                markCut(contexts);
                break;
            }
            contexts.add(shown(context.owner(), text));
        }
        return contexts;
    }

    /** Not even the mark of a cut fits any more: the last text that does gets it. */
    private static void markCut(List<CallContext> contexts) {
        if (!contexts.isEmpty()) {
            CallContext last = contexts.remove(contexts.size() - 1);
            contexts.add(new CallContext(Utf8.cut(last.text(), Utf8.length(last.text()) - 1), last.provenance()));
        }
    }

    private static CallContext shown(Guard owner, String text) {
        return new CallContext(text, new ToolOutcome.Provenance(owner.name(), owner.trust()));
    }
}
