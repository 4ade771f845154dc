package io.tapgateway.simulation.invariant.push;

import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.model.HostileText;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;

/** I-54: nothing on a timeline has characters that steer a terminal or a reader's eye. Confined to one simulation. */
public final class CleanText implements Invariant {
    private final Check check = new Check("I-54");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        for (Consequence consequence : step.consequences()) {
            if (consequence instanceof Consequence.Noticed noticed && noticed.notice() instanceof HostNotice.Log log) {
                check(log.entry());
            }
        }
    }

    private void check(TimelineEntry entry) {
        if (entry.text().contains(HostileText.MARK)) {
            check.reached();
        }
        boolean clean = entry.text().codePoints().noneMatch(CleanText::steers)
                && entry.source().codePoints().noneMatch(CleanText::steers);
        check.require(clean, () -> "something is hidden in " + entry);
    }

    private static boolean steers(int c) {
        boolean control = c < 0x20 || (c >= 0x7f && c < 0xa0);
        boolean direction = (c >= 0x202a && c <= 0x202e)
                || (c >= 0x2066 && c <= 0x2069)
                || c == 0x200e
                || c == 0x200f
                || c == 0x61c;
        boolean tag = c >= 0xe0000 && c <= 0xe007f;
        return control || direction || tag;
    }
}
