package io.tapgateway.provider.connection;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.ContextUpdate;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.FilterSet;
import io.tapgateway.protocol.message.HooksUpdate;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.message.StreamHistory;
import io.tapgateway.protocol.message.StreamQuery;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.model.Binding;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.Offerings;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.QueryId;
import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamAddress;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.NotBound;
import io.tapgateway.provider.Offer;
import io.tapgateway.provider.Refused;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.hook.HookSet;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** What a provider's author does with it, in all sessions or in one. Thread-safe. */
final class Handle implements BoundProvider {
    private static final long UNNUMBERED = 0;

    private final Places places;
    private final Offers offers;
    private final Optional<SessionId> scope;
    private final AtomicLong lastId;

    Handle(Places places, Offers offers) {
        this(places, offers, Optional.empty(), new AtomicLong());
    }

    private Handle(Places places, Offers offers, Optional<SessionId> scope, AtomicLong lastId) {
        this.places = places;
        this.offers = offers;
        this.scope = scope;
        this.lastId = lastId;
    }

    @Override
    public Optional<Binding> binding() {
        return bound().stream().findFirst().flatMap(Conversation::binding);
    }

    @Override
    public CompletionStage<Binding> whenBound() {
        return places.whenBound();
    }

    @Override
    public CompletionStage<Void> whenEnded() {
        return places.whenEnded();
    }

    @Override
    public boolean push(Push push) {
        List<Conversation> bound = bound();
        bound.forEach(
                conversation -> conversation.send(scope.isPresent() ? push.at(new Push.Target(scope, false)) : push));
        return !bound.isEmpty();
    }

    @Override
    public boolean push(PushLevel level, String event, Map<String, ?> metadata) {
        return push(Push.of(level, event).with(JsonValue.of(metadata)));
    }

    @Override
    public boolean offer(Offerings offerings) {
        return bound().stream().filter(it -> it.offer(offerings)).count() > 0;
    }

    @Override
    public CompletionStage<Long> updateTools(List<Tool> tools, String... remove) {
        List<Tool> added = List.copyOf(tools);
        List<ToolName> removed = Arrays.stream(remove).map(ToolName::new).toList();
        return updateTools(
                id -> new ToolsUpdate(id, scope, ToolsUpdate.Mode.DELTA, definitions(added), removed),
                offer -> offer.withTools(added, removed));
    }

    @Override
    public CompletionStage<Long> replaceTools(List<Tool> tools) {
        List<Tool> all = List.copyOf(tools);
        return updateTools(
                id -> new ToolsUpdate(id, scope, ToolsUpdate.Mode.REPLACE, definitions(all), List.of()),
                offer -> offer.withToolsOnly(all));
    }

    @Override
    public CompletionStage<Long> updateHooks(HookSet hooks) {
        if (hooks.hooks().isEmpty()) {
            throw new IllegalArgumentException("an update of hooks needs a rule, noRules() or a transform");
        }
        return update(id -> new HooksUpdate(id, scope, hooks.hooks()), offer -> offer.withHooks(hooks));
    }

    @Override
    public CompletionStage<Long> updateContext(String context) {
        return update(id -> new ContextUpdate(id, scope, context), offer -> offer.withContext(context));
    }

    @Override
    public CompletionStage<Long> setFilter(String stream, List<FilterRule> rules) {
        StreamAddress own = new StreamAddress(new StreamName(stream), Optional.empty());
        FilterSet lasting = new FilterSet(Optional.empty(), scope, own, rules);
        return request(id -> new FilterSet(id, scope, own, rules), () -> {
            if (scope.isEmpty()) {
                offers.apply(lasting);
            }
        });
    }

    @Override
    public CompletionStage<StreamHistory> query(int last, StreamAddress... streams) {
        QueryId id = new QueryId("query-" + lastId.incrementAndGet());
        StreamQuery query = new StreamQuery(id, scope, List.of(streams), OptionalLong.of(last));
        return bound().stream()
                .findFirst()
                .map(it -> it.isCore()
                        ? Handle.<StreamHistory>unknown(query)
                        : it.replies().query(id.value(), () -> it.send(query)))
                .orElseGet(Handle::notBound);
    }

    @Override
    public BoundProvider in(SessionId only) {
        return new Handle(places, offers, Optional.of(only), lastId);
    }

    @Override
    public void goodbye(String reason) {
        places.leave(Optional.of(reason));
    }

    @Override
    public void close() {
        places.leave(Optional.empty());
    }

    /** At a gateway of the Core Profile there is nothing to wait for. */
    private CompletionStage<Long> updateTools(
            Function<Optional<RequestId>, ProviderMessage> message, UnaryOperator<Offer> change) {
        Optional<Conversation> core =
                bound().stream().filter(Conversation::isCore).findFirst();
        core.ifPresent(conversation -> conversation.replaceToolsOfCore(scope, change));
        return core.isPresent() ? CompletableFuture.completedFuture(UNNUMBERED) : update(message, change);
    }

    /** Applies the change to a copy first, so that an offer beyond the limits fails here and not at the gateway. */
    private CompletionStage<Long> update(
            Function<Optional<RequestId>, ProviderMessage> message, UnaryOperator<Offer> change) {
        Offer unused = change.apply(scope.map(offers::in).orElseGet(offers::general));
        return request(message, () -> offers.apply(scope, change));
    }

    private CompletionStage<Long> request(Function<Optional<RequestId>, ProviderMessage> message, Runnable inForce) {
        RequestId id = new RequestId("request-" + lastId.incrementAndGet());
        ProviderMessage update = message.apply(Optional.of(id));
        List<Conversation> asked = bound();
        AtomicBoolean isInForce = new AtomicBoolean();
        Runnable once = () -> {
            if (!isInForce.getAndSet(true)) {
                inForce.run();
                bound().stream().filter(it -> !asked.contains(it)).forEach(Conversation::renew);
            }
        };
        return allOf(asked.stream()
                .map(it -> it.isCore()
                        ? Handle.<Long>unknown(update)
                        : it.replies().update(id.value(), once, () -> it.send(update)))
                .toList());
    }

    /** What the sessions answer together, once all have. */
    private static CompletionStage<Long> allOf(List<CompletionStage<Long>> answers) {
        if (answers.size() <= 1) {
            return answers.isEmpty() ? notBound() : answers.get(0);
        }
        List<CompletableFuture<Long>> all =
                answers.stream().map(CompletionStage::toCompletableFuture).toList();
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .exceptionally(failure -> null)
                .thenCompose(nothing -> decisive(all));
    }

    /** The first refusal; or else the first answer that is no end of a session. */
    private static CompletableFuture<Long> decisive(List<CompletableFuture<Long>> answers) {
        return answers.stream()
                .filter(Handle::isRefused)
                .findFirst()
                .or(() -> answers.stream()
                        .filter(it -> !it.isCompletedExceptionally())
                        .findFirst())
                .orElse(answers.get(0));
    }

    private static boolean isRefused(CompletableFuture<Long> answer) {
        return answer.handle((revision, failure) -> failure instanceof Refused).join();
    }

    private static List<ToolDefinition> definitions(List<Tool> tools) {
        return tools.stream().map(Tool::definition).toList();
    }

    private List<Conversation> bound() {
        return places.bound(scope);
    }

    /** As it would answer. */
    private static <T> CompletionStage<T> unknown(ProviderMessage message) {
        String reason = "the gateway has only the Core Profile, without '"
                + message.type().wireName() + "'";
        return CompletableFuture.failedFuture(
                new Refused(new ErrorMessage(ErrorCode.UNKNOWN_TYPE, reason, ErrorMessage.About.NOTHING)));
    }

    private static <T> CompletionStage<T> notBound() {
        return CompletableFuture.failedFuture(new NotBound("the provider is bound to no session at the moment"));
    }
}
