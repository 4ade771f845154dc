package io.tapgateway.app.cowork;

import io.tapgateway.agentserver.AnywhereListener;
import io.tapgateway.agentserver.AnywhereServer;
import io.tapgateway.agentserver.AnywhereSettings;
import io.tapgateway.agentserver.SessionLender;
import io.tapgateway.agentserver.anywhere.AnywhereReply;
import io.tapgateway.agentserver.anywhere.AnywhereRequest;
import io.tapgateway.app.feed.AnswerWriters;
import io.tapgateway.app.feed.EventClient;
import io.tapgateway.app.home.Problem;
import io.tapgateway.transport.ws.http.LoopbackHttpServer;
import io.tapgateway.transport.ws.http.QueryParameters;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.glassfish.grizzly.CloseReason;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The port that clients of Copilot Anywhere use, on the loopback: its API, and a page that leads to the console (A-001,
 * Thread-safe.
 */
public final class AnywherePort implements AutoCloseable {
    /** How often listeners are shown that the line is alive. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private static final Logger LOG = LoggerFactory.getLogger(AnywherePort.class);
    private static final byte[] STILL_HERE = ": still here\n\n".getBytes(StandardCharsets.UTF_8);

    /** The page that leads to the console is for everybody. */
    private static final ClientDoor.Manner MANNER = new ClientDoor.Manner(
            "application/json; charset=utf-8",
            head -> head.method().equals("GET")
                    && head.path().split("\\?", 2)[0].equals("/"),
            sentence -> AnywhereReply.error(403, sentence).body());

    private final AnywhereServer clients;
    private final LoopbackHttpServer server;
    private final AnswerWriters writers;

    private AnywherePort(AnywhereServer clients, LoopbackHttpServer server, AnswerWriters writers) {
        this.clients = clients;
        this.server = server;
        this.writers = writers;
    }

    /**
     * Opens the port.
     *
     * @param number 0 for any
     * @param consoleUrl where a person finds the sessions
     * @throws Problem if it cannot be; everything is as before then
     */
    public static AnywherePort open(
            int number, ClientDoor door, SessionLender lender, AnywhereSettings settings, String consoleUrl)
            throws Problem {
        LoopbackHttpServer.Builder server = door.server("anywhere", MANNER).port(number);
        AnswerWriters writers = AnswerWriters.of("anywhere");
        Optional<AnywhereServer> clients = Optional.empty();
        boolean complete = false;
        try {
            clients = Optional.of(AnywhereServer.of(settings, lender, System::nanoTime));
            Api api = new Api(clients.get(), writers, consoleUrl);
            LoopbackHttpServer listening = server.collecting(
                            (head, port) -> true, AnywhereServer.MOST_OF_BODY, System::nanoTime)
                    .handler(api, "/")
                    .listen();
            writers.repeat(api::lookAround, HEARTBEAT);
            complete = true;
            return new AnywherePort(clients.get(), listening, writers);
        } catch (IOException | IllegalStateException e) {
            throw new Problem(String.valueOf(e.getMessage()));
        } finally {
            if (!complete) {
                clients.ifPresent(AnywhereServer::close);
                writers.close();
            }
        }
    }

    /** The number of the port. */
    public int number() {
        return server.port();
    }

    /** Where clients connect. */
    public String url() {
        return "http://127.0.0.1:" + server.port();
    }

    @Override
    public void close() {
        server.stopListening();
        clients.close();
        server.close();
        writers.close();
    }

    /** Reads requests and writes replies; nobody waits for an answer meanwhile. Thread-safe. */
    private static final class Api extends HttpHandler {
        private static final String PAGE = """
                <!doctype html>
                <html lang="en">
                <meta charset="utf-8">
                <title>Copilot Anywhere at Tap Gateway</title>
                <h1>Copilot Anywhere</h1>
                <p>Its sessions are in <a href="%s">the console</a>.</p>
                <p>This port serves the API: <code>/sessions</code>, <code>/message</code>, <code>/events</code>,
                <code>/cancel</code>, <code>/approval</code>, <code>/answer</code>.</p>
                </html>
                """;

        private final AnywhereServer clients;
        private final AnswerWriters writers;
        private final String consoleUrl;
        private final Map<EventClient, AnywhereListener> listeners = new ConcurrentHashMap<>();

        private Api(AnywhereServer clients, AnswerWriters writers, String consoleUrl) {
            this.clients = clients;
            this.writers = writers;
            this.consoleUrl = consoleUrl;
        }

        /** Shows listeners that the line is alive, and finds out who has gone. */
        private void lookAround() {
            listeners.forEach((client, out) -> {
                client.send(STILL_HERE);
                if (client.isEnded()) {
                    listeners.remove(client);
                    clients.leave(out);
                }
            });
        }

        @Override
        public void service(Request request, Response response) throws IOException {
            String method = request.getMethod().getMethodString();
            String path = request.getRequestURI();
            if (path.equals("/") && method.equals("GET")) {
                page(response);
            } else if (path.equals("/events") && method.equals("GET")) {
                listen(request, response);
            } else if (path.equals("/") || path.equals("/events")) {
                write(AnywhereReply.notAllowed("GET"), response);
            } else {
                LoopbackHttpServer.suspend(response);
                AnywhereRequest read = read(request, method, path);
                clients.answer(read).thenAccept(reply -> writers.execute(() -> finish(reply, response)));
            }
        }

        private void page(Response response) throws IOException {
            response.setContentType("text/html; charset=utf-8");
            response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
            response.setHeader("X-Content-Type-Options", "nosniff");
            response.getWriter().write(PAGE.formatted(consoleUrl));
        }

        private void listen(Request request, Response response) throws IOException {
            Optional<String> folder = Optional.ofNullable(query(request).get("session"));
            Optional<String> heard = Optional.ofNullable(request.getHeader("Last-Event-ID"));
            // Of the response only: the library goes on reading, and so finds out who has left.
            response.suspend();
            EventClient client = new EventClient(response, EventClient.MAX_WAITING_BYTES, writers);
            AnywhereListener out = new Stream(client);
            response.setContentType("text/event-stream; charset=utf-8");
            response.setHeader("Cache-Control", "no-store");
            clients.listen(folder, heard, out).thenAccept(refusal -> {
                if (refusal.isPresent()) {
                    writers.execute(() -> finish(refusal.get(), response));
                } else {
                    client.send(STILL_HERE);
                    listeners.put(client, out);
                }
            });
            // Behind the call above: whoever has left has been a listener before, and leaves a place at once.
            request.getContext().getCloseable().closeFuture().addCompletionHandler(new EmptyCompletionHandler<>() {
                @Override
                public void completed(CloseReason why) {
                    client.end();
                    listeners.remove(client);
                    clients.leave(out);
                }
            });
        }

        /** A listener at its response. Thread-safe. */
        private record Stream(EventClient client) implements AnywhereListener {
            @Override
            public void missed(List<String> events) {
                client.sendMissed(events.stream()
                        .map(it -> it.getBytes(StandardCharsets.UTF_8))
                        .iterator());
            }

            @Override
            public void heard(String event) {
                client.send(event.getBytes(StandardCharsets.UTF_8));
            }
        }

        private void finish(AnywhereReply reply, Response response) {
            try {
                write(reply, response);
            } catch (IOException e) {
                LOG.debug("Nobody waits for the answer any more", e);
            } finally {
                response.resume();
                reply.accepted().ifPresent(clients::written);
            }
        }

        private static void write(AnywhereReply reply, Response response) throws IOException {
            response.setStatus(reply.status());
            response.setContentType("application/json; charset=utf-8");
            reply.allow().ifPresent(methods -> response.setHeader("Allow", methods));
            reply.retryAfterSeconds().ifPresent(seconds -> response.setHeader("Retry-After", String.valueOf(seconds)));
            byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
            response.setContentLength(body.length);
            // It leaves when the request is over: a client that has its answer sooner may send the next one too soon.
            response.getOutputStream().write(body);
        }

        /** The body is here as a whole: nobody waits. */
        private static AnywhereRequest read(Request request, String method, String path) throws IOException {
            try (InputStream in = request.getInputStream()) {
                return new AnywhereRequest(
                        method,
                        path,
                        query(request),
                        Optional.ofNullable(request.getContentType()).map(it -> it.split(";", 2)[0].strip()),
                        new String(in.readAllBytes(), StandardCharsets.UTF_8),
                        request.getRemoteAddr());
            }
        }

        private static Map<String, String> query(Request request) {
            return QueryParameters.of(
                            Optional.ofNullable(request.getQueryString()).orElse(""))
                    .asMap();
        }
    }
}
