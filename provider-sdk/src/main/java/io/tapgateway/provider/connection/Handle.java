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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** What a provider's author does with it, in all sessions or in one. Thread-safe. */
final class Handle implements BoundProvider {
    private static final long UNNUMBERED = 0;

    private final ProviderLife life;
    private final Offers offers;
    private final Optional<SessionId> scope;
    private final AtomicLong lastId;

    Handle(ProviderLife life, Offers offers) {
        this(life, offers, Optional.empty(), new AtomicLong());
    }

    private Handle(ProviderLife life, Offers offers, Optional<SessionId> scope, AtomicLong lastId) {
        this.life = life;
        this.offers = offers;
        this.scope = scope;
        this.lastId = lastId;
    }

    @Override
    public Optional<Binding> binding() {
        return life.conversation().flatMap(Conversation::binding);
    }

    @Override
    public CompletionStage<Binding> whenBound() {
        return life.whenBound();
    }

    @Override
    public CompletionStage<Void> whenEnded() {
        return life.whenEnded();
    }

    @Override
    public boolean push(Push push) {
        Optional<Conversation> bound = bound();
        bound.ifPresent(
                conversation -> conversation.send(scope.isPresent() ? push.at(new Push.Target(scope, false)) : push));
        return bound.isPresent();
    }

    @Override
    public boolean push(PushLevel level, String event, Map<String, ?> metadata) {
        return push(Push.of(level, event).with(JsonValue.of(metadata)));
    }

    @Override
    public boolean offer(Offerings offerings) {
        return bound().filter(it -> it.offer(offerings)).isPresent();
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
        return ask(query, conversation -> conversation.replies().query(id.value(), () -> conversation.send(query)));
    }

    @Override
    public BoundProvider in(SessionId only) {
        return new Handle(life, offers, Optional.of(only), lastId);
    }

    @Override
    public void goodbye(String reason) {
        leave(Optional.of(reason));
    }

    @Override
    public void close() {
        leave(Optional.empty());
    }

    /** At a gateway of the Core Profile there is nothing to wait for. */
    private CompletionStage<Long> updateTools(
            Function<Optional<RequestId>, ProviderMessage> message, UnaryOperator<Offer> change) {
        Optional<Conversation> core = bound().filter(Conversation::isCore);
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
        return ask(
                update,
                conversation -> conversation.replies().update(id.value(), inForce, () -> conversation.send(update)));
    }

    private <T> CompletionStage<T> ask(ProviderMessage message, Function<Conversation, CompletionStage<T>> asking) {
        return bound().map(
                        conversation -> conversation.isCore() ? Handle.<T>unknown(message) : asking.apply(conversation))
                .orElseGet(Handle::notBound);
    }

    private static List<ToolDefinition> definitions(List<Tool> tools) {
        return tools.stream().map(Tool::definition).toList();
    }

    /** The open connection, if the provider is bound. */
    private Optional<Conversation> bound() {
        return life.conversation().filter(open -> open.binding().isPresent());
    }

    private void leave(Optional<String> reason) {
        life.leave().ifPresent(conversation -> conversation.leave(reason));
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
