package io.tapgateway.mcp.provider;

import io.tapgateway.mcp.protocol.ServerInfo;
import io.tapgateway.mcp.protocol.ServerList;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.OfferingUse;
import io.tapgateway.protocol.model.Offerings;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.ToolInvocation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What a server has beside tools, as far as a session can have it, and how that is used there (M-041). Confined to the
 * program thread, but for its uses.
 */
final class ServerOfferings {
    /** The request that has a server tell of a resource. */
    private static final String FOLLOW = "resources/subscribe";

    private static final String TOO_LARGE = "too large, without an address or name, or there twice";

    private final ServerInfo server;
    private final Map<ServerList, List<JsonValue>> kept = new EnumMap<>(ServerList.class);
    private final Map<ServerList, Integer> leftOut = new EnumMap<>(ServerList.class);

    ServerOfferings(ServerInfo server) {
        this.server = server;
    }

    /** The server has such a list now. */
    void listed(ServerList list, List<JsonValue> definitions) {
        Predicate<JsonValue> fits = fitting(list);
        Function<JsonValue, String> key = key(list);
        Set<String> seen = new HashSet<>();
        List<JsonValue> taken = new ArrayList<>();
        long room = Offerings.MAX_CHARACTERS_IN_ALL - lengthBeside(list);
        for (JsonValue each : definitions) {
            if (taken.size() < Offerings.MAX_OF_A_KIND && fits.test(each) && each.estimatedLength() <= room) {
                if (seen.add(key.apply(each))) {
                    taken.add(each);
                    room -= each.estimatedLength();
                }
            }
        }
        kept.put(list, taken);
        leftOut.put(list, definitions.size() - taken.size());
    }

    private static Predicate<JsonValue> fitting(ServerList list) {
        return switch (list) {
            case RESOURCES -> Offerings::isResource;
            case TEMPLATES -> Offerings::isTemplate;
            case PROMPTS -> Offerings::isPrompt;
            case TOOLS -> each -> false;
        };
    }

    private static Function<JsonValue, String> key(ServerList list) {
        return switch (list) {
            case RESOURCES -> Offerings::uri;
            case TEMPLATES -> Offerings::uriTemplate;
            case PROMPTS, TOOLS -> Offerings::name;
        };
    }

    private long lengthBeside(ServerList list) {
        return kept.entrySet().stream()
                .filter(it -> it.getKey() != list)
                .flatMap(it -> it.getValue().stream())
                .mapToLong(JsonValue::estimatedLength)
                .sum();
    }

    /** What the session can have of it. */
    Offerings offered() {
        Offerings all = new Offerings(
                kept(ServerList.RESOURCES),
                kept(ServerList.TEMPLATES),
                kept(ServerList.PROMPTS),
                server.completes(),
                server.tellsOfResources());
        boolean any = kept.values().stream().anyMatch(it -> !it.isEmpty());
        return any ? all : Offerings.NONE;
    }

    private List<JsonValue> kept(ServerList list) {
        return kept.getOrDefault(list, List.of());
    }

    /** How many things the session cannot have, and why. */
    Map<String, String> leftOut() {
        Map<String, String> all = new TreeMap<>();
        leftOut.forEach((list, count) -> {
            if (count > 0) {
                all.put(count + " " + list.label(), TOO_LARGE);
            }
        });
        return all;
    }

    /**
     * Has the provider pass on what is done with it.
     *
     * @param followed the resources that somebody follows, which is kept up to date
     */
    void use(ProviderBuilder provider, ServerChannel channel, FollowedResources followed) {
        if (server.lists().contains(ServerList.RESOURCES)) {
            provider.onUse(OfferingUse.READ_RESOURCE, use -> pass(channel, "resources/read", use));
        }
        if (server.lists().contains(ServerList.PROMPTS)) {
            provider.onUse(OfferingUse.GET_PROMPT, use -> pass(channel, "prompts/get", use));
        }
        if (server.completes()) {
            provider.onUse(OfferingUse.COMPLETE, use -> pass(channel, "completion/complete", use));
        }
        if (server.tellsOfResources()) {
            provider.onUse(OfferingUse.SUBSCRIBE, use -> {
                followed.add(use.stringArg(OfferingUse.URI));
                return follow(channel, FOLLOW, use, followed);
            });
            provider.onUse(OfferingUse.UNSUBSCRIBE, use -> {
                followed.remove(use.stringArg(OfferingUse.URI));
                return follow(channel, "resources/unsubscribe", use, followed);
            });
        }
    }

    /** Where there is no handshake, what is followed is part of what is listened to. */
    private CompletionStage<Object> follow(
            ServerChannel channel, String method, ToolInvocation use, FollowedResources followed) {
        if (server.revision().hasHandshake()) {
            return pass(channel, method, use);
        }
        channel.listen(followed.all());
        return CompletableFuture.completedStage(JsonValue.EMPTY_OBJECT);
    }

    /** Tells the server anew of all resources that somebody follows. */
    void followAgain(ServerChannel channel, FollowedResources followed) {
        if (server.revision().hasHandshake()) {
            followed.all().forEach(uri -> channel.tell(FOLLOW, Map.of(OfferingUse.URI, JsonValue.of(uri))));
        } else {
            channel.listen(followed.all());
        }
    }

    /** The arguments of a use are what MCP has for it, but for the name of the server. */
    private static CompletionStage<Object> pass(ServerChannel channel, String method, ToolInvocation use) {
        Map<String, JsonValue> params = new HashMap<>(use.args().members());
        params.remove(OfferingUse.SERVER);
        return channel.request(method, params, use);
    }
}
