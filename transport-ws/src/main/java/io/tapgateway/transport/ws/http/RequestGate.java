package io.tapgateway.transport.ws.http;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.HttpServerFilter;
import org.glassfish.grizzly.http.Protocol;
import org.glassfish.grizzly.http.server.AddOn;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.memory.Buffers;

/**
 * Has each request judged before anything else is done about it, whether it wants a document or a WebSocket. A refused
 * one is answered, and its connection ends. Thread-safe; runs on I/O threads.
 */
public final class RequestGate extends BaseFilter implements AddOn {
    private static final String JUDGED = "io.tapgateway.judged";
    private static final String ADMITTED = "admitted";
    private static final String REFUSED = "refused";

    private final Judge judge;

    public RequestGate(Judge judge) {
        this.judge = judge;
    }

    /** Decides on requests. Implementations are thread-safe and never block. */
    @FunctionalInterface
    public interface Judge {
        /**
         * Decides on one request.
         *
         * @param peer who sent it, as the system names the other end
         * @param port where it came in
         * @return empty if it may go on
         */
        Optional<Refusal> judge(RequestHead head, InetSocketAddress peer, int port);
    }

    /**
     * What somebody is told who gets no further.
     *
     * @param status of HTTP
     * @param contentType of the body
     * @param headers beside those that every answer has
     */
    public record Refusal(int status, String contentType, String body, Map<String, String> headers) {
        public Refusal {
            headers = Map.copyOf(headers);
        }
    }

    @Override
    public void setup(NetworkListener listener, FilterChainBuilder chain) {
        chain.add(chain.indexOfType(HttpServerFilter.class) + 1, this);
    }

    @Override
    public NextAction handleRead(FilterChainContext ctx) {
        if (!(ctx.getMessage() instanceof HttpContent content)
                || !(content.getHttpHeader() instanceof HttpRequestPacket request)) {
            return ctx.getInvokeAction();
        }
        Object judged = request.getAttributes().getAttribute(JUDGED);
        if (judged != null) {
            return judged.equals(ADMITTED) ? ctx.getInvokeAction() : ctx.getStopAction();
        }
        Connection<?> connection = ctx.getConnection();
        InetSocketAddress peer = (InetSocketAddress) connection.getPeerAddress();
        int port = ((InetSocketAddress) connection.getLocalAddress()).getPort();
        Optional<Refusal> refusal = judge.judge(head(request), peer, port);
        request.getAttributes().setAttribute(JUDGED, refusal.isEmpty() ? ADMITTED : REFUSED);
        if (refusal.isEmpty()) {
            return ctx.getInvokeAction();
        }
        refuse(ctx, request.getResponse(), refusal.get());
        content.recycle();
        return ctx.getStopAction();
    }

    @SuppressWarnings("rawtypes") // as Grizzly declares its results
    private static void refuse(FilterChainContext ctx, HttpResponsePacket response, Refusal refusal) {
        Buffer body = Buffers.wrap(ctx.getMemoryManager(), refusal.body().getBytes(StandardCharsets.UTF_8));
        response.setProtocol(Protocol.HTTP_1_1);
        response.setStatus(refusal.status());
        response.setContentType(refusal.contentType());
        response.setContentLength(body.remaining());
        response.addHeader("Cache-Control", "no-store");
        response.addHeader("X-Content-Type-Options", "nosniff");
        response.addHeader("Connection", "close");
        refusal.headers().forEach(response::addHeader);
        HttpContent answer =
                response.httpContentBuilder().content(body).last(true).build();
        Connection<?> connection = ctx.getConnection();
        ctx.write(answer, new EmptyCompletionHandler<WriteResult>() {
            @Override
            public void completed(WriteResult result) {
                connection.closeSilently();
            }

            @Override
            public void failed(Throwable cause) {
                connection.closeSilently();
            }
        });
    }

    private static RequestHead head(HttpRequestPacket request) {
        List<RequestHead.Header> headers = new ArrayList<>();
        for (String name : request.getHeaders().names()) {
            for (String value : request.getHeaders().values(name)) {
                headers.add(new RequestHead.Header(name, value.strip()));
            }
        }
        String query = request.getQueryString();
        String target = request.getRequestURI() + (query == null || query.isEmpty() ? "" : "?" + query);
        return new RequestHead(request.getMethod().getMethodString(), target, request.getProtocolString(), headers);
    }
}
