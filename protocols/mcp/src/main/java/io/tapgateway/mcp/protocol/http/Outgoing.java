package io.tapgateway.mcp.protocol.http;

import io.tapgateway.mcp.protocol.HttpHead;
import io.tapgateway.mcp.protocol.RpcId;
import io.tapgateway.mcp.protocol.RpcMessage;
import java.util.Map;
import java.util.Optional;

/**
 * What a message of ours means to the way it goes. Immutable.
 *
 * @param request the id by which it will be answered, if it will
 * @param cancelled the request that it cancels, if it does
 * @param headers that repeat what it says; none unless it stands by itself
 */
record Outgoing(
        Exchange.Purpose purpose, Optional<RpcId> request, Optional<RpcId> cancelled, Map<String, String> headers) {
    private static final Outgoing ASIDE = of(Exchange.Purpose.ASIDE);
    private static final Reader READER = new Reader();

    private static Outgoing of(Exchange.Purpose purpose) {
        return new Outgoing(purpose, Optional.empty(), Optional.empty(), Map.of());
    }

    static Outgoing read(String text) {
        return RpcMessage.read(text).accept(READER);
    }

    /** Takes messages apart. Stateless. */
    private static final class Reader implements RpcMessage.Visitor<Outgoing> {
        @Override
        public Outgoing onRequest(RpcMessage.Request request) {
            Exchange.Purpose purpose = switch (request.method()) {
                case "initialize" -> Exchange.Purpose.MEET;
                case "subscriptions/listen" -> Exchange.Purpose.LISTEN;
                default -> Exchange.Purpose.REQUEST;
            };
            return new Outgoing(purpose, Optional.of(request.id()), Optional.empty(), HttpHead.repeating(request));
        }

        @Override
        public Outgoing onNotification(RpcMessage.Notification notification) {
            return switch (notification.method()) {
                case "notifications/initialized" -> of(Exchange.Purpose.CONFIRM);
                case "notifications/cancelled" ->
                    new Outgoing(
                            Exchange.Purpose.ASIDE,
                            Optional.empty(),
                            notification.params().get("requestId").flatMap(RpcId.READER::tryRead),
                            Map.of());
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
