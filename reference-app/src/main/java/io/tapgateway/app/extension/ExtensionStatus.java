package io.tapgateway.app.extension;

import io.tapgateway.zot.ExtensionView;
import java.util.Optional;

/**
 * How an extension is in a session. Immutable.
 *
 * @param view empty if it was not started
 */
public record ExtensionStatus(FoundExtension found, Optional<ExtensionView> view) {
    /** Where it is in its life, or why it has none (Z-038). */
    public String state() {
        return view.map(it -> it.state().label()).orElseGet(() -> found.fate().label());
    }

    /** What its user has said, or has to say, before it runs (Z-023, Z-024). */
    String approval() {
        if (state().equals(FoundExtension.Fate.UNAPPROVED.label())) {
            return "needed";
        }
        return found.scope() == FoundExtension.Scope.PROJECT ? "given" : "not-needed";
    }
}
