package io.tapgateway.runtime.core.state;

import io.tapgateway.runtime.CallContext;
import java.util.List;

/**
 * That rules have let a call pass. Immutable.
 *
 * @param revision of the rules that were asked
 * @param name that they were asked about: a tool of several instances may come to be written otherwise while a call
 *     waits, and rules tell {@code Run} from {@code run}
 * @param contexts what they say along with it
 * @param agreement what a person has agreed to, and need not be asked again for the same arguments (U-121)
 */
record Clearance(long revision, String name, List<CallContext> contexts, Agreement agreement) {
    /** Of a call that was not judged. */
    static final Clearance NONE = new Clearance(-1, "", List.of(), Agreement.NONE);

    /**
     * Whether the rules in force have let it pass under its present name; where there are none, they let everything
     * pass.
     */
    boolean holds(SessionRules rules, String present) {
        return !rules.any() || (revision == rules.revision() && name.equals(present));
    }
}
