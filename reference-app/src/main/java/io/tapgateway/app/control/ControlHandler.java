package io.tapgateway.app.control;

import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.control.api.Routes;
import io.tapgateway.app.control.event.EventFeed;
import io.tapgateway.app.control.event.ServerSentEvent;
import io.tapgateway.app.feed.AnswerWriters;
import io.tapgateway.app.feed.EventClient;
import io.tapgateway.runtime.transport.PayloadRoom;
import io.tapgateway.transport.ws.http.LoopbackHttpServer;
import io.tapgateway.transport.ws.http.RequestHead;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.RequestExecutorProvider;
import org.glassfish.grizzly.http.server.Response;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Between HTTP and the actions: guards, reads, dispatches, answers. A request whose answer takes time is suspended, so
 * no thread waits with it. Thread-safe.
 */
final class ControlHandler extends HttpHandler {
    /** The largest body of a request: room for the arguments of a call that is just too large for the protocol. */
    static final int MAX_BODY_BYTES = 6 << 20;

    /** Where events come from. */
    static final String EVENTS = "/api/events";

    private static final RequestExecutorProvider REQUEST_THREADS = new RequestExecutorProvider.WorkerThreadProvider();
    private static final RequestExecutorProvider IO_THREADS = new RequestExecutorProvider.SameThreadProvider();

    private static final String EVENT_STREAM = "text/event-stream";

    private static final Logger LOG = LoggerFactory.getLogger(ControlHandler.class);

    private final ControlGuard guard;
    private final ConsoleDoor door;
    private final Optional<ConsoleLinks> links;
    private final Routes routes;
    private final EventFeed events;
    private final McpDoor mcp;
    private final AnswerWriters writers;

    /** @param links for programs that ask for one */
    ControlHandler(
            ControlGuard guard,
            ConsoleDoor door,
            Optional<ConsoleLinks> links,
            Routes routes,
            EventFeed events,
            McpDoor mcp,
            AnswerWriters writers) {
        this.guard = guard;
        this.door = door;
        this.links = links;
        this.routes = routes;
        this.events = events;
        this.mcp = mcp;
        this.writers = writers;
    }

    /**
     * Nothing that agents ask for by MCP blocks: the thread that has read it begins it, and often has the answer,
     * unless there is much to take apart. Only the refusal of one who does not read might have to wait.
     */
    @Override
    public RequestExecutorProvider getRequestExecutorProvider() {
        return request -> (McpDoor.isAt(LoopbackHttpServer.head(request)
                                        .withoutQuery()
                                        .target())
                                && request.getRequest().getContentLength() <= PayloadRoom.SMALL_BYTES
                                && !LoopbackHttpServer.hasUnread(request)
                        ? IO_THREADS
                        : REQUEST_THREADS)
                .getExecutor(request);
    }

    @Override
    public void service(Request request, Response response) throws IOException {
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Content-Type-Options", "nosniff");
        try {
            RequestHead head = LoopbackHttpServer.head(request).withoutQuery();
            int port = request.getLocalPort();
            require(guard.refusalOfPlace(head, port));
            boolean forConsole = guard.isForConsole(head, port);
            if (forConsole && door.isOpenFor(head.method(), head.target())) {
                write(door.answer(read(request, head, true), head, port), response);
                return;
            }
            if (!forConsole && McpDoor.isAt(head.target())) {
                String owner = guard.owner(head);
                requireRoomToWait(request);
                mcp.answer(read(request, head, false), head, owner, request, response);
                return;
            }
            require(guard.refusalOfPerson(head, port));
            ApiRequest read = read(request, head, forConsole);
            Optional<ApiReply> beside = forConsole ? door.answerKnown(read, head, port) : link(read, head, port);
            if (beside.isPresent()) {
                write(beside.get(), response);
            } else if (head.method().equals("GET") && head.target().equals(EVENTS)) {
                requireRoomToWait(request);
                events.open(read, response);
            } else {
                answer(read, request, response);
            }
        } catch (ApiProblem e) {
            write(e.toReply(), response);
        } catch (RuntimeException e) {
            LOG.error("{} {} failed", request.getMethod(), request.getRequestURI(), e);
            write(ApiProblem.internal().toReply(), response);
        }
    }

    private static void require(Optional<ApiProblem> refusal) throws ApiProblem {
        if (refusal.isPresent()) {
            throw refusal.get();
        }
    }

    private static void requireRoomToWait(Request request) throws ApiProblem {
        if (LoopbackHttpServer.isCrowded(request)) {
            throw ApiProblem.crowded();
        }
    }

    private Optional<ApiReply> link(ApiRequest read, RequestHead head, int port) throws ApiProblem {
        boolean wanted = head.method().equals("POST") && head.target().equals(ConsoleLinks.PATH);
        return links.isPresent() && wanted ? Optional.of(links.get().answer(read, port)) : Optional.empty();
    }

    private void answer(ApiRequest read, Request request, Response response) throws ApiProblem, IOException {
        if (acceptsEvents(request)) {
            answerByEvents(read, request, response);
            return;
        }
        CompletionStage<ApiReply> stage = routes.answer(read, LoopbackHttpServer.isCrowded(request));
        CompletableFuture<ApiReply> future = stage.toCompletableFuture();
        if (future.isDone() && !future.isCompletedExceptionally()) {
            write(future.join(), response);
            return;
        }
        response.suspend();
        PeerWatch watch = PeerWatch.over(request, () -> future.cancel(false));
        stage.whenComplete((reply, failure) -> {
            ApiReply reached = reached(reply, failure);
            PayloadRoom.Place place = occupied(reached);
            writers.execute(() -> {
                watch.end();
                try {
                    finish(reached, response);
                } finally {
                    place.close();
                }
            });
        });
    }

    /** Where results find room, an answer is counted as long as it waits for who has asked (T-58). */
    private static PayloadRoom.Place occupied(ApiReply reply) {
        return occupied(reply.length() * PayloadRoom.BYTES_PER_CHARACTER);
    }

    /** @param size in bytes */
    static PayloadRoom.Place occupied(long size) {
        return PayloadRoom.ofHeap().occupy(size > PayloadRoom.SMALL_BYTES ? size : 0);
    }

    /** Events tell how far it is; the last one is the answer. What is refused at once is answered as ever. */
    private void answerByEvents(ApiRequest read, Request request, Response response) throws ApiProblem, IOException {
        requireRoomToWait(request);
        response.suspend();
        response.setContentType(EVENT_STREAM + "; charset=utf-8");
        EventClient client = new EventClient(response, EventClient.MAX_WAITING_BYTES, writers);
        CompletionStage<ApiReply> stage;
        try {
            stage = routes.answer(
                    read.reportingTo(progress ->
                            client.send(ServerSentEvent.progress(progress).toBytes())),
                    false);
        } catch (ApiProblem e) {
            finish(e.toReply(), response);
            return;
        } catch (RuntimeException e) {
            LOG.error("{} {} failed", read.method(), request.getRequestURI(), e);
            finish(ApiProblem.internal().toReply(), response);
            return;
        }
        PeerWatch watch =
                PeerWatch.over(request, () -> stage.toCompletableFuture().cancel(false));
        stage.whenComplete((reply, failure) -> {
            watch.end();
            ApiReply reached = reached(reply, failure);
            writers.sendLast(client, ServerSentEvent.answer(reached), occupied(reached));
        });
    }

    private static ApiReply reached(@Nullable ApiReply reply, @Nullable Throwable failure) {
        if (reply != null) {
            return reply;
        }
        if (!(failure instanceof CancellationException)) {
            LOG.error("An answer failed", failure);
        }
        return ApiProblem.internal().toReply();
    }

    private static boolean acceptsEvents(Request request) {
        return LoopbackHttpServer.head(request).values("accept").stream()
                .anyMatch(accepted -> accepted.contains(EVENT_STREAM));
    }

    private static void finish(ApiReply reply, Response response) {
        try {
            write(reply, response);
        } catch (IOException e) {
            LOG.debug("Nobody waits for the answer any more", e);
        } finally {
            response.resume();
        }
    }

    private static void write(ApiReply reply, Response response) throws IOException {
        response.setStatus(reply.status());
        if (reply.status() == 401) {
            response.setHeader("WWW-Authenticate", "Bearer");
        }
        reply.headers().forEach(response::setHeader);
        if (reply.status() == ApiReply.NO_CONTENT) {
            return;
        }
        response.setContentType(reply.headers().getOrDefault("Content-Type", "application/json; charset=utf-8"));
        response.setContentLengthLong(reply.pieces().stream()
                .mapToLong(piece -> piece.getBytes(StandardCharsets.UTF_8).length)
                .sum());
        OutputStream out = response.getOutputStream();
        for (String piece : reply.pieces()) {
            out.write(piece.getBytes(StandardCharsets.UTF_8));
        }
        out.flush();
    }

    private static ApiRequest read(Request request, RequestHead head, boolean forConsole)
            throws ApiProblem, IOException {
        boolean hasBody = head.method().equals("POST") || head.method().equals("PUT");
        return new ApiRequest(
                head.method(),
                segments(head.target()),
                Map.of(),
                query(request),
                head.values(ApiRequest.TRACE_PARENT),
                first(head, ApiRequest.AGENT_PROCESS),
                forConsole,
                first(head, ApiRequest.PERSON_KEY).filter(key -> forConsole),
                hasBody ? body(request) : "",
                Optional.empty());
    }

    private static Optional<String> first(RequestHead head, String name) {
        return head.values(name).stream().findFirst();
    }

    private static List<String> segments(String uri) throws ApiProblem {
        List<String> segments = new ArrayList<>();
        for (String segment : uri.substring(Math.min(1, uri.length())).split("/", -1)) {
            segments.add(decoded(segment.replace("+", "%2B")));
        }
        return segments;
    }

    private static Map<String, String> query(Request request) throws ApiProblem {
        Map<String, String> parameters = new HashMap<>();
        String text = Optional.ofNullable(request.getQueryString()).orElse("");
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                parameters.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
        return parameters;
    }

    private static String decoded(String text) throws ApiProblem {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw ApiProblem.badRequest("The path or query is not percent-encoded properly.");
        }
    }

    /** It is here as a whole: nobody waits. */
    private static String body(Request request) throws ApiProblem, IOException {
        try (InputStream in = request.getInputStream()) {
            byte[] bytes = in.readNBytes((int) Math.max(0, request.getContentLengthLong()));
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw ApiProblem.invalidJson("The body is no valid UTF-8.");
        }
    }
}
