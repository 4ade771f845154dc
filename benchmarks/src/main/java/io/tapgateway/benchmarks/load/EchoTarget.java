package io.tapgateway.benchmarks.load;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.transport.ws.frame.TyrusContainer;
import io.tapgateway.transport.ws.http.LoopbackHttpServer;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.UnaryOperator;
import org.glassfish.tyrus.container.grizzly.server.WebSocketAddOn;

/**
 * A process that answers every text: Tyrus in its best configuration (selector thread, partial handler, joined frames)
 * with no policy and no bookkeeping. With the argument {@code codec} it reads what comes as a provider's {@code
 * tool.result} and writes its data as the arguments of a {@code tool.call}, as a relay must; with {@code sink} it takes
 * pushes and answers the rest; else it sends back what came.
 */
public final class EchoTarget {
    private EchoTarget() {}

    public static void main(String[] args) throws IOException, DeploymentException {
        QuietLibraries.hush();
        ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
        TyrusContainer container = new TyrusContainer(timers, System::nanoTime);
        container.register(
                ServerEndpointConfig.Builder.create(endpoint(args), "/").build());
        LoopbackHttpServer server = LoopbackHttpServer.named("echo")
                .addOn(new WebSocketAddOn(container, ""))
                .listen();
        System.out.println("listening ws://127.0.0.1:" + server.port() + "/");
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.equals("cpu")) {
                System.out.println(ProcessCpu.nanos());
            }
        }
        server.close();
        timers.shutdownNow();
    }

    private static Class<? extends Endpoint> endpoint(String[] args) {
        return switch (String.join(" ", args)) {
            case "" -> BareEcho.class;
            case "codec" -> CodecEcho.class;
            case "sink" -> Sink.class;
            default -> throw new IllegalArgumentException("either codec, sink or nothing");
        };
    }

    /** Sends everything back. Public only because the WebSocket library makes it. */
    public static final class BareEcho extends Endpoint {
        @Override
        public void onOpen(Session session, EndpointConfig config) {
            session.addMessageHandler(new Answerer(session, text -> text));
        }
    }

    /** Reads and writes what it sends back. Public only because the WebSocket library makes it. */
    public static final class CodecEcho extends Endpoint {
        private static final MessageCodec CODEC = MessageCodec.standard();
        private static final SessionId SESSION = new SessionId("load");
        private static final ToolName TOOL = new ToolName(AnsweringPeers.TOOL + 0);

        @Override
        public void onOpen(Session session, EndpointConfig config) {
            session.addMessageHandler(new Answerer(session, CodecEcho::recoded));
        }

        private static String recoded(String text) {
            if (CODEC.decodeProviderMessage(text) instanceof Decoded.Valid<ProviderMessage> valid
                    && valid.message() instanceof ToolResult result
                    && result.result() instanceof ToolResult.Result.Data success) {
                return MessageCodec.encode(new ToolCall(result.id(), SESSION, TOOL, success.data()));
            }
            throw new IllegalArgumentException("no successful result of a tool: " + text);
        }
    }

    /** Sends back what is no push. Public only because the WebSocket library makes it. */
    public static final class Sink extends Endpoint {
        @Override
        public void onOpen(Session session, EndpointConfig config) {
            session.addMessageHandler(new Answerer(session, text -> text.startsWith(PushingPeers.PUSH) ? "" : text));
        }
    }

    private static final class Answerer implements MessageHandler.Partial<String> {
        private final Session session;
        private final UnaryOperator<String> answer;
        private final StringBuilder parts = new StringBuilder();

        Answerer(Session session, UnaryOperator<String> answer) {
            this.session = session;
            this.answer = answer;
        }

        @Override
        public void onMessage(String part, boolean last) {
            if (last && parts.isEmpty()) {
                send(part);
                return;
            }
            parts.append(part);
            if (last) {
                send(parts.toString());
                parts.setLength(0);
            }
        }

        private void send(String text) {
            String reply = answer.apply(text);
            if (!reply.isEmpty()) {
                var unused = session.getAsyncRemote().sendText(reply);
            }
        }
    }
}
