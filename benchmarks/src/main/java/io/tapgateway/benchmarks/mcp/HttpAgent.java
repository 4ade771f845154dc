package io.tapgateway.benchmarks.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tapgateway.benchmarks.load.Target;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * An agent over Streamable HTTP, as cheap as it can be: one connection, one request at a time, and of what is answered
 * it reads no more than it must. For trusted servers in a benchmark and nothing else. Confined to one thread.
 */
final class HttpAgent implements AutoCloseable {
    private static final String REVISION = "2025-11-25";
    private static final String SESSION = "mcp-session-id";

    private final String head;
    private final int port;
    private final byte[] call;
    private Socket socket;
    private InputStream in;

    private HttpAgent(Target server, String session, int number) throws IOException {
        URI url = server.url();
        this.head = "POST " + url.getPath() + " HTTP/1.1\r\nHost: " + url.getAuthority()
                + "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
                + "Authorization: Bearer " + server.token() + "\r\n"
                + (session.isEmpty()
                        ? ""
                        : "Mcp-Session-Id: " + session + "\r\nMCP-Protocol-Version: " + REVISION + "\r\n");
        this.port = url.getPort();
        this.call = request(EchoServer.call(number, ""));
        this.socket = connect();
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    private Socket connect() throws IOException {
        Socket connected = new Socket(InetAddress.getLoopbackAddress(), port);
        connected.setTcpNoDelay(true);
        return connected;
    }

    /** Begins a session, and waits until the tool is there. */
    static String begin(Target server) throws IOException {
        String session;
        try (HttpAgent stranger = new HttpAgent(server, "", 0)) {
            stranger.send(stranger.request("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
                    + "\"protocolVersion\":\"" + REVISION
                    + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"load\",\"version\":\"1\"}}}"));
            session = stranger.receive().headers().getOrDefault(SESSION, "");
        }
        try (HttpAgent agent = in(session, server, 1)) {
            agent.send(agent.request("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
            agent.receive();
            String list = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{}}";
            do {
                agent.send(agent.request(list));
            } while (!agent.receive().body().contains("\"" + EchoServer.TOOL + "\""));
        }
        return session;
    }

    /**
     * One connection more of a session.
     *
     * @param number by which its requests differ from those of other connections
     */
    static HttpAgent in(String session, Target server, int number) throws IOException {
        return new HttpAgent(server, session, number);
    }

    /**
     * Calls the tool.
     *
     * @throws IllegalStateException if it does not answer as it should: then there is nothing to be measured
     */
    void call() {
        try {
            send(call);
            Answer answer = receive();
            if (answer.status() != 200 || !answer.body().contains(EchoServer.ANSWER)) {
                throw new IllegalStateException("a call failed: " + answer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] request(String body) {
        byte[] bytes = body.getBytes(UTF_8);
        return (head + "Content-Length: " + bytes.length + "\r\n\r\n" + body).getBytes(UTF_8);
    }

    private void send(byte[] request) throws IOException {
        socket.getOutputStream().write(request);
    }

    private record Answer(int status, Map<String, String> headers, String body) {}

    private Answer receive() throws IOException {
        int status = Integer.parseInt(line().split(" ", 3)[1]);
        Map<String, String> headers = new HashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        String body = headers.containsKey("transfer-encoding")
                ? chunks()
                : text(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        if (headers.getOrDefault("connection", "").equals("close")) {
            socket.close();
            socket = connect();
            in = new BufferedInputStream(socket.getInputStream());
        }
        return new Answer(status, headers, body);
    }

    private String chunks() throws IOException {
        StringBuilder all = new StringBuilder();
        int length;
        do {
            length = Integer.parseInt(line(), 16);
            all.append(text(length));
            line();
        } while (length > 0);
        return all.toString();
    }

    private String text(int length) throws IOException {
        return new String(in.readNBytes(length), UTF_8);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("the server has hung up");
            }
            if (b != '\r') {
                line.append((char) b);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
