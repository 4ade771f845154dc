package io.tapgateway.mcp.protocol.http;

import io.tapgateway.mcp.protocol.HttpHead;
import io.tapgateway.mcp.protocol.RpcId;
import io.tapgateway.mcp.protocol.RpcMessage;
import io.tapgateway.protocol.json.JsonValue;
import java.util.Map;
import java.util.Optional;

/**
 * What a message of ours means to the way it goes. Immutable.
 *
 * @param request the id by which it will be answered, if it will
 * @param cancelled the request that it cancels, if it does
 * @param call the parameters of the call of a tool, if it is one
 * @param listsTools whether it asks for tools
 * @param headers that repeat what it says; none unless it stands by itself
 */
record Outgoing(
        Exchange.Purpose purpose,
        Optional<RpcId> request,
        Optional<RpcId> cancelled,
        Optional<JsonValue> call,
        boolean listsTools,
        Map<String, String> headers) {
    private static final Outgoing ASIDE = aside(Exchange.Purpose.ASIDE, Optional.empty());
    private static final Reader READER = new Reader();

    private static Outgoing aside(Exchange.Purpose purpose, Optional<RpcId> cancelled) {
        return new Outgoing(purpose, Optional.empty(), cancelled, Optional.empty(), false, Map.of());
    }

    static Outgoing read(String text) {
        return RpcMessage.read(text).accept(READER);
    }

    /** Takes messages apart. Stateless. */
    private static final class Reader implements RpcMessage.Visitor<Outgoing> {
        @Override
        public Outgoing onRequest(RpcMessage.Request request) {
            Exchange.Purpose purpose = switch (request.method()) {
                case "server/discover" -> Exchange.Purpose.DISCOVER;
                case "initialize" -> Exchange.Purpose.MEET;
                case "subscriptions/listen" -> Exchange.Purpose.LISTEN;
                default -> Exchange.Purpose.REQUEST;
            };
            return new Outgoing(
                    purpose,
                    Optional.of(request.id()),
                    Optional.empty(),
                    Optional.of(request.params()).filter(it -> request.method().equals("tools/call")),
                    request.method().equals("tools/list"),
                    HttpHead.repeating(request));
        }

        @Override
        public Outgoing onNotification(RpcMessage.Notification notification) {
            return switch (notification.method()) {
                case "notifications/initialized" -> aside(Exchange.Purpose.CONFIRM, Optional.empty());
                case "notifications/cancelled" ->
                    aside(
                            Exchange.Purpose.ASIDE,
                            notification.params().get("requestId").flatMap(RpcId.READER::tryRead));
                default -> ASIDE;
            };
        }

        @Override
        public Outgoing onResult(RpcMessage.Result result) {
            return ASIDE;
        }

        @Override
        public Outgoing onFailure(RpcMessage.Failure failure) {
            return ASIDE;
        }

        @Override
        public Outgoing onFaulty(RpcMessage.Faulty faulty) {
            return ASIDE;
        }
    }
}
