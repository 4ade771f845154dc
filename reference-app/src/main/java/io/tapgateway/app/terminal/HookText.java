package io.tapgateway.app.terminal;

import io.tapgateway.app.text.PromptListing;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.text.Envelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What people read of the say of providers. Immutable. */
final class HookText {
    private HookText() {}

    static List<String> lines(String tool, HookDecision decision) {
        List<String> lines = new ArrayList<>();
        if (decision instanceof HookDecision.Deny deny) {
            String by = deny.by().map(ProviderName::value).orElse("the gateway");
            lines.add(tool + " is denied by " + by + ": " + deny.reason());
        } else if (decision instanceof HookDecision.Allow allow) {
            lines.add(tool + " is allowed");
            allow.contexts()
                    .forEach(context -> lines.add(context.provenance().provider() + " remarks: " + context.text()));
        }
        return lines;
    }

    static List<String> lines(PromptAssembly assembly) {
        PromptListing listing = new PromptListing();
        assembly.sections().forEach((name, text) -> {
            String whose = assembly.changes().getOrDefault(name, List.of()).stream()
                    .map(change -> change.way().name().toLowerCase(Locale.ROOT) + " by " + provider(change.source()))
                    .collect(Collectors.joining(", "));
            listing.part(name + (whose.isEmpty() ? "" : ": " + whose), text);
        });
        assembly.context()
                .forEach(it ->
                        listing.part("context of " + provider(it.envelope().source()), it.text()));
        assembly.startupContext()
                .forEach(it -> listing.part(
                        "startup context of " + provider(it.envelope().source()), it.text()));
        assembly.notices().forEach(notice -> listing.note(notice.text()));
        return listing.lines();
    }

    private static String provider(Envelope.Source source) {
        return source + " (" + source.trust().label() + ")";
    }
}
