package io.tapgateway.mcp.session;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.Offerings;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.ProviderOfferings;
import io.tapgateway.runtime.text.ModelText;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What providers offer, under the addresses and names by which an agent knows it: the first that has one keeps it,
 * others are told from it by the provider's name (M-041). Immutable.
 */
final class ShownOfferings {
    /** Where everything is that is not a provider's own address. */
    static final String OURS = "tap://";

    /** Nothing. */
    static final ShownOfferings NONE = new ShownOfferings(List.of());

    private final NavigableMap<String, Shown> resources = new TreeMap<>();
    private final NavigableMap<String, Shown> templates = new TreeMap<>();
    private final NavigableMap<String, Shown> prompts = new TreeMap<>();
    private final Map<String, ProviderOfferings> byProvider = new LinkedHashMap<>();

    ShownOfferings(List<ProviderOfferings> all) {
        for (ProviderOfferings each : all) {
            Offerings offered = each.offerings();
            byProvider.putIfAbsent(each.provider().value(), each);
            offered.resources().forEach(it -> addAddress(resources, each, it, "uri", Offerings.uri(it)));
            offered.templates()
                    .forEach(it -> addAddress(templates, each, it, "uriTemplate", Offerings.uriTemplate(it)));
            offered.prompts().forEach(it -> addPrompt(each, it));
        }
    }

    /**
     * One of them.
     *
     * @param name what its provider calls it
     * @param definition as it is shown
     */
    record Shown(ProviderOfferings by, String name, JsonValue definition) {
        ProviderName provider() {
            return by.provider();
        }
    }

    private static void addAddress(
            Map<String, Shown> all, ProviderOfferings by, JsonValue definition, String key, String address) {
        boolean taken = address.startsWith(OURS) || all.containsKey(address);
        String shown = taken ? OURS + by.provider() + "/" + address : address;
        all.putIfAbsent(shown, new Shown(by, address, named(definition, key, shown)));
    }

    private void addPrompt(ProviderOfferings by, JsonValue definition) {
        String name = Offerings.name(definition);
        String shown = prompts.containsKey(name) ? by.provider() + "_" + name : name;
        prompts.putIfAbsent(shown, new Shown(by, name, named(definition, "name", shown)));
    }

    private static JsonValue named(JsonValue definition, String key, String name) {
        Map<String, JsonValue> members =
                new LinkedHashMap<>(ModelText.clean(definition).members());
        members.put(key, JsonValue.of(name));
        return JsonValue.object(members);
    }

    /** The resources, for a list. */
    NavigableMap<String, Consumer<JsonWriter>> resources() {
        return listed(resources);
    }

    /** The templates, for a list. */
    NavigableMap<String, Consumer<JsonWriter>> templates() {
        return listed(templates);
    }

    /** The prompts, for a list. */
    NavigableMap<String, Consumer<JsonWriter>> prompts() {
        return listed(prompts);
    }

    private static NavigableMap<String, Consumer<JsonWriter>> listed(Map<String, Shown> all) {
        NavigableMap<String, Consumer<JsonWriter>> listed = new TreeMap<>();
        all.forEach((name, each) ->
                listed.put(name, out -> each.definition().members().forEach(out::value)));
        return listed;
    }

    /** The prompt of that name. */
    Optional<Shown> prompt(String name) {
        return Optional.ofNullable(prompts.get(name));
    }

    /** An address, and whose it is. */
    record Address(ProviderOfferings by, String uri) {
        /** The same for as long as the provider has it, whatever else it offers. */
        String place() {
            return by.provider() + " " + uri;
        }
    }

    /**
     * Whose an address is: of who has listed it, who is named in it, or who has the template that it looks most like.
     *
     * @param uri an address, or a template of one
     */
    Optional<Address> find(String uri) {
        return Optional.ofNullable(resources.get(uri))
                .or(() -> Optional.ofNullable(templates.get(uri)))
                .map(it -> new Address(it.by(), it.name()))
                .or(() -> named(uri))
                .or(() -> alike(uri));
    }

    private Optional<Address> named(String uri) {
        int end = uri.indexOf('/', OURS.length());
        return uri.startsWith(OURS) && end > 0
                ? Optional.ofNullable(byProvider.get(uri.substring(OURS.length(), end)))
                        .map(it -> new Address(it, uri.substring(end + 1)))
                : Optional.empty();
    }

    private Optional<Address> alike(String uri) {
        return templates.values().stream()
                .filter(it -> !it.name().startsWith(OURS) && uri.startsWith(literal(it.name())))
                .max(Comparator.comparingInt(it -> literal(it.name()).length()))
                .map(it -> new Address(it.by(), uri));
    }

    /** What every address has in common that is made from a template. */
    private static String literal(String template) {
        int variable = template.indexOf('{');
        return variable < 0 ? template : template.substring(0, variable);
    }
}
