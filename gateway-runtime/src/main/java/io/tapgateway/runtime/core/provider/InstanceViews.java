package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.ToolProfile;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.core.call.TargetParameter;
import io.tapgateway.runtime.core.kernel.DisplayText;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.ProvidedTool;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.SharedTool;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;

/**
 * The agent's view of tools that several instances offer, and of the tool that lists the instances (D-125, D-129 –
 * D-132). Immutable.
 */
final class InstanceViews {
    private final Kernel kernel;

    InstanceViews(Kernel kernel) {
        this.kernel = kernel;
    }

    /** The folded name of the tool that lists the instances of a provider. */
    static String listName(String provider) {
        return "list_" + provider + "_instances";
    }

    /** A tool of instances: the oldest one's, with the parameter that chooses among them. */
    RegisteredTool shared(SharedTool tool) {
        RegisteredTool canonical = tool.canonical().view();
        Duration longest = tool.members().stream()
                .map(member -> member.view().timeout())
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return new RegisteredTool(
                canonical.name(),
                canonical.description(),
                TargetParameter.addedTo(canonical.parameters(), candidates(canonical.provider(), tool.members())),
                canonical.provider(),
                canonical.trust(),
                longest,
                canonical.profile());
    }

    private String candidates(ProviderName provider, List<ProvidedTool> members) {
        int most = kernel.limit(Limit.INSTANCES_DESCRIBED);
        StringJoiner list = new StringJoiner(", ");
        members.stream()
                .map(ProvidedTool::presence)
                .sorted(Comparator.comparing(Presence::instance))
                .limit(most)
                .forEach(it -> list.add(it.instance() + title(it.registration())));
        String more = members.size() > most ? ", …" : "";
        return "Instance of " + provider + " to use; if left out, the one that was active last. Available: " + list
                + more;
    }

    /** The title of an instance in double quotes; double quotes inside it are replaced. */
    private String title(Registration registration) {
        return registration
                .contribution()
                .metadata()
                .flatMap(metadata -> metadata.get("title"))
                .flatMap(JsonReader.TEXT::tryRead)
                .map(title -> DisplayText.line(title, kernel.limit(Limit.INSTANCE_TITLE)))
                .filter(title -> !title.isBlank())
                .map(title -> " (\"" + title.replace('"', '\'') + "\")")
                .orElse("");
    }

    /** The tool that lists the instances, for the first of them. */
    RegisteredTool list(Presence first) {
        Registration registration = first.registration();
        ProviderName provider = registration.identity().name();
        return new RegisteredTool(
                new ToolName(listName(provider.value())),
                "Lists the connected instances of " + provider
                        + ", what they say of themselves and which tools they have.",
                ToolDefinition.NO_PARAMETERS,
                provider,
                registration.principal().trust(),
                Duration.ofMillis(kernel.limit(Limit.DEFAULT_TOOL_TIMEOUT)),
                ToolProfile.NONE);
    }
}
