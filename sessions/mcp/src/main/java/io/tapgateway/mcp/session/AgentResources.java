package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.ClientAsk;
import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.mcp.protocol.NewsFilter;
import io.tapgateway.mcp.protocol.OpenRequest;
import io.tapgateway.mcp.protocol.RequestMeta;
import io.tapgateway.mcp.protocol.RpcAnswer;
import io.tapgateway.mcp.protocol.RpcError;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.OfferingUse;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.PromptOccasion;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.StreamEvent;
import io.tapgateway.runtime.text.ModelText;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Resources, prompts and completions, as an agent gets them: those of the session itself, and what its providers offer
 * (M-040, M-041). Thread-safe; takes the time that its session takes.
 */
final class AgentResources {
    /** In which streams providers say that a resource is another one. */
    private static final String NEWS = "resources@";

    /** How many of such news are looked at. */
    private static final int NEWS_READ = 50;

    private static final JsonValue NO_COMPLETION = JsonWriter.toValue(out ->
            out.object("completion", it -> it.texts("values", List.of()).flag("hasMore", false)));

    private final AgentChannel channel;
    private final AgentCalls calls;
    private final AgentInbox inbox;
    private final OwnResources own;
    private volatile ShownOfferings shown = ShownOfferings.NONE;

    /** Where the providers are that know what the agent follows, by its addresses. */
    private final Map<String, String> told = new ConcurrentHashMap<>();

    /** What is followed on the way of a request. */
    private final Map<OpenRequest, Set<String>> listeners = new ConcurrentHashMap<>();

    /** The session in which they were told. */
    private volatile Optional<SessionAccess> toldIn = Optional.empty();

    AgentResources(AgentChannel channel, AgentCalls calls, AgentInbox inbox, OwnResources own) {
        this.channel = channel;
        this.calls = calls;
        this.inbox = inbox;
        this.own = own;
    }

    private ShownOfferings shown(Optional<SessionAccess> session) {
        ShownOfferings now =
                session.map(it -> new ShownOfferings(it.offerings())).orElse(ShownOfferings.NONE);
        shown = now;
        return now;
    }

    void list(OpenRequest request, Optional<String> cursor, Optional<SessionAccess> session) {
        NavigableMap<String, Consumer<JsonWriter>> all = shown(session).resources();
        all.putAll(own.listed(session));
        answer(request, ListPage.of("resources", all, cursor));
    }

    void listTemplates(OpenRequest request, Optional<String> cursor, Optional<SessionAccess> session) {
        NavigableMap<String, Consumer<JsonWriter>> all = shown(session).templates();
        all.putAll(own.templates());
        answer(request, ListPage.of("resourceTemplates", all, cursor));
    }

    void listPrompts(OpenRequest request, Optional<String> cursor, Optional<SessionAccess> session) {
        answer(request, ListPage.of("prompts", shown(session).prompts(), cursor));
    }

    void read(OpenRequest request, ClientAsk.ReadResource ask, SessionAccess session) {
        if (own.isInbox(ask.uri())) {
            readInbox(request);
            return;
        }
        Optional<String> text = own.text(ask.uri(), session);
        if (text.isPresent()) {
            answer(request, contents(ask.uri(), OwnResources.LINES, text.get()));
            return;
        }
        Optional<ShownOfferings.Address> address = find(ask.uri(), session);
        if (address.isEmpty()) {
            refuse(request, RpcError.noSuchResource());
            return;
        }
        use(
                request,
                OfferingUse.READ_RESOURCE,
                OfferingUse.resource(
                        address.get().by().provider(), address.get().uri()),
                ask.meta(),
                session,
                has("contents", JsonKind.ARRAY));
    }

    /** What is read has been handed over (M-043). */
    private void readInbox(OpenRequest request) {
        var unused = inbox.take(PromptOccasion.ASKED)
                .thenApply(taken -> inbox.answer(
                        request,
                        taken,
                        prompts -> contents(OwnResources.INBOX, OwnResources.TEXT, String.join("\n\n", prompts))))
                .exceptionally(bug -> channel.answer(request, AgentService.internal(bug)));
    }

    private static JsonValue contents(String uri, String type, String text) {
        JsonValue content = JsonWriter.toValue(
                out -> out.text("uri", uri).text("mimeType", type).text("text", ModelText.clean(text)));
        return JsonWriter.toValue(out -> out.value("contents", JsonValue.array(List.of(content))));
    }

    /** An agent may know an address from a list, or from a text. */
    private Optional<ShownOfferings.Address> find(String uri, SessionAccess session) {
        return shown.find(uri).or(() -> shown(Optional.of(session)).find(uri));
    }

    void get(OpenRequest request, ClientAsk.GetPrompt ask, SessionAccess session) {
        Optional<ShownOfferings.Shown> prompt =
                shown.prompt(ask.name()).or(() -> shown(Optional.of(session)).prompt(ask.name()));
        if (prompt.isEmpty()) {
            refuse(request, RpcError.invalidParams(new JsonFault("/name", "is not the name of a prompt there is now")));
            return;
        }
        JsonValue args = JsonWriter.toValue(
                out -> out.text(OfferingUse.SERVER, prompt.get().provider())
                        .text(OfferingUse.NAME, prompt.get().name())
                        .value(OfferingUse.ARGUMENTS, JsonValue.object(ask.arguments())));
        use(request, OfferingUse.GET_PROMPT, args, ask.meta(), session, has("messages", JsonKind.ARRAY));
    }

    void complete(OpenRequest request, ClientAsk.Complete ask, SessionAccess session) {
        ShownOfferings now = shown(Optional.of(session));
        Optional<ShownOfferings.Address> subject = ask.ofPrompt()
                ? now.prompt(ask.subject()).map(it -> new ShownOfferings.Address(it.by(), it.name()))
                : now.find(ask.subject());
        if (subject.filter(it -> it.by().offerings().completions()).isEmpty()) {
            answer(request, NO_COMPLETION);
            return;
        }
        ProviderName server = subject.get().by().provider();
        JsonValue args = JsonWriter.toValue(out -> out.text(OfferingUse.SERVER, server)
                .object(
                        OfferingUse.REF,
                        ref -> ref.text("type", ask.ofPrompt() ? "ref/prompt" : "ref/resource")
                                .text(
                                        ask.ofPrompt() ? "name" : "uri",
                                        subject.get().uri()))
                .value(OfferingUse.ARGUMENT, ask.argument())
                .value(OfferingUse.CONTEXT, ask.context()));
        use(request, OfferingUse.COMPLETE, args, RequestMeta.NONE, session, has("completion", JsonKind.OBJECT));
    }

    /** Follows a resource, or no longer. */
    void follow(OpenRequest request, ClientAsk.Follow ask, SessionAccess session, ResourceWatch watch) {
        boolean ours = own.mark(ask.uri(), Optional.of(session)).isPresent();
        Optional<ShownOfferings.Address> address = ours ? Optional.empty() : find(ask.uri(), session);
        if (!ours && address.isEmpty()) {
            refuse(request, RpcError.noSuchResource());
        } else if (!ask.wanted()) {
            watch.leave(ask.uri());
            told.remove(ask.uri());
            told(request, address, OfferingUse.UNSUBSCRIBE, session);
        } else if (watch.follow(ask.uri())) {
            begin(session);
            address.ifPresent(it -> told.put(ask.uri(), it.place()));
            told(request, address, OfferingUse.SUBSCRIBE, session);
        } else {
            refuse(request, RpcError.failed(McpLimit.FOLLOWED.most() + " resources are followed already."));
        }
    }

    /**
     * Tells those of what the agent follows who do not know it yet: the provider that has it is another one, or has
     * come back to another gateway (M-013, M-015).
     */
    void followAgain(Set<String> followed, SessionAccess session) {
        ShownOfferings now = shown(Optional.of(session));
        begin(session);
        told.keySet().removeIf(uri -> now.find(uri).isEmpty() || !followed.contains(uri));
        for (String uri : followed) {
            now.find(uri)
                    .filter(it -> it.by().offerings().subscriptions())
                    .filter(it -> !it.place().equals(told.put(uri, it.place())))
                    .ifPresent(it -> tell(session, OfferingUse.SUBSCRIBE, it));
        }
    }

    /** Nobody in another session knows anything. */
    private void begin(SessionAccess session) {
        if (!toldIn.equals(Optional.of(session))) {
            toldIn = Optional.of(session);
            told.clear();
        }
    }

    /** A provider has to know; some say by themselves that a resource has changed, which is as good. */
    private void told(
            OpenRequest request, Optional<ShownOfferings.Address> address, OfferingUse use, SessionAccess session) {
        Optional<ShownOfferings.Address> asked =
                address.filter(it -> it.by().offerings().subscriptions());
        if (asked.isEmpty()) {
            answer(request, JsonValue.EMPTY_OBJECT);
        } else {
            JsonValue args = OfferingUse.resource(
                    asked.get().by().provider(), asked.get().uri());
            calls.use(request, use, args, RequestMeta.NONE, session, it -> Optional.of(JsonValue.EMPTY_OBJECT));
        }
    }

    /** Tells of news for as long as a request is open; of those resources that are there. */
    void listen(OpenRequest request, NewsFilter wanted, SessionAccess session, ResourceWatch watch) {
        Set<String> there = wanted.uris().stream()
                .filter(uri -> own.mark(uri, Optional.of(session)).isPresent()
                        || find(uri, session).isPresent())
                .filter(watch::follow)
                .collect(Collectors.toSet());
        listeners.put(request, there);
        followAgain(watch.followed(), session);
        if (!channel.listen(request, wanted.following(there))) {
            leave(request, Optional.of(session), watch);
        }
    }

    /** Nobody listens any more on the way of a request. Harmless if nobody did. */
    void leave(OpenRequest request, Optional<SessionAccess> session, ResourceWatch watch) {
        Set<String> left =
                new HashSet<>(Optional.ofNullable(listeners.remove(request)).orElse(Set.of()));
        listeners.values().forEach(left::removeAll);
        for (String uri : left) {
            watch.leave(uri);
            if (told.remove(uri) != null) {
                session.ifPresent(
                        it -> shown.find(uri).ifPresent(address -> tell(it, OfferingUse.UNSUBSCRIBE, address)));
            }
        }
    }

    private static void tell(SessionAccess session, OfferingUse use, ShownOfferings.Address address) {
        var unused = session.startCall(
                use.tool(), OfferingUse.resource(address.by().provider(), address.uri()), CallOptions.NONE);
    }

    /** What a resource is like, for whoever follows it. */
    String mark(String uri, Optional<SessionAccess> session) {
        return own.mark(uri, session)
                .orElseGet(() -> session.flatMap(it -> lastNews(uri, it)).orElse(""));
    }

    private Optional<String> lastNews(String uri, SessionAccess session) {
        return shown.find(uri)
                .flatMap(
                        address -> session.stream(NEWS + address.by().provider().folded(), NEWS_READ).stream()
                                .filter(it -> it.entry().event().equals(address.uri()))
                                .map(StreamEvent::seq)
                                .findFirst()
                                .map(String::valueOf));
    }

    private void use(
            OpenRequest request,
            OfferingUse use,
            JsonValue args,
            RequestMeta meta,
            SessionAccess session,
            Predicate<JsonValue> expected) {
        calls.use(request, use, args, meta, session, data -> Optional.of(data).filter(expected));
    }

    private static Predicate<JsonValue> has(String member, JsonKind kind) {
        return data -> data.get(member).filter(it -> it.kind() == kind).isPresent();
    }

    private boolean answer(OpenRequest request, JsonValue result) {
        return channel.answer(request, RpcAnswer.of(result));
    }

    private void refuse(OpenRequest request, RpcError error) {
        channel.answer(request, RpcAnswer.refusing(error));
    }
}
