package io.tapgateway.mcp.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewayClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * An agent in this process that speaks MCP line by line, through pipes of the system: those of {@code java.io} break
 * two seconds after the thread that wrote last has ended, and every condition that is awaited writes on its own.
 * Confined to the test.
 */
final class ScriptedAgent implements AutoCloseable {
    private static final int DEADLINE_SECONDS = 60;

    private final OutputStream out;
    private final BlockingQueue<JsonValue> heard = new LinkedBlockingQueue<>();
    private final List<JsonValue> passedOver = new ArrayList<>();
    private final StdioFace face;
    private int asked;

    ScriptedAgent(GatewayAccess gateway, GatewayClock clock, Duration patience, LazyTools lazy, boolean vague)
            throws IOException {
        this(
                gateway,
                clock,
                patience,
                new AgentPlace(
                        new FaceSettings("1", lazy, false, true),
                        Optional.of(Path.of("/code/shop")),
                        vague,
                        Optional.empty(),
                        Optional.empty()));
    }

    /** A guest of that session. */
    static ScriptedAgent guest(SessionId session, GatewayAccess gateway, GatewayClock clock, Duration patience)
            throws IOException {
        return new ScriptedAgent(
                gateway,
                clock,
                patience,
                new AgentPlace(
                        FaceSettings.standard("1"),
                        Optional.of(Path.of("/code/shop")),
                        false,
                        Optional.empty(),
                        Optional.of(session)));
    }

    private ScriptedAgent(GatewayAccess gateway, GatewayClock clock, Duration patience, AgentPlace place)
            throws IOException {
        Pipe toFace = Pipe.open();
        Pipe fromFace = Pipe.open();
        out = Channels.newOutputStream(toFace.sink());
        face = new StdioFace(
                        Channels.newInputStream(toFace.source()),
                        Channels.newOutputStream(fromFace.sink()),
                        place,
                        gateway,
                        clock,
                        patience)
                .start();
        Thread reader = new Thread(() -> read(Channels.newInputStream(fromFace.source())), "agent");
        reader.setDaemon(true);
        reader.start();
    }

    private void read(InputStream in) {
        try {
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heard.add(JsonValue.parse(line));
            }
        } catch (IOException theOtherEndIsGone) {
            // As when the server's process has ended.
        } catch (MalformedJson e) {
            throw new AssertionError("a line is no JSON", e);
        }
    }

    /** Introduces itself, and says that it is ready. */
    ScriptedAgent introducing(String name, String revision) {
        return introducing(name, revision, "{}");
    }

    /** The same of one that lets itself be asked for something. */
    ScriptedAgent introducing(String name, String revision, String capabilities) {
        await(ask(
                "initialize",
                "{\"protocolVersion\":\"" + revision + "\",\"capabilities\":" + capabilities
                        + ",\"clientInfo\":{\"name\":\"" + name + "\",\"title\":\"The Agent\",\"version\":\"1\"}}"));
        say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return this;
    }

    /** Sends a request; returns its id. */
    int ask(String method, String params) {
        int id = asked++;
        say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}");
        return id;
    }

    void say(String line) {
        try {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int call(String tool, String args) {
        return call(tool, args, "{}");
    }

    int call(String tool, String args, String meta) {
        return ask("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + args + ",\"_meta\":" + meta + "}");
    }

    /** The response to a request. */
    JsonValue await(int id) {
        return await(it -> it.get("id").filter(JsonValue.of(id)::equals).isPresent());
    }

    /** The result of a request. */
    JsonValue result(int id) {
        JsonValue response = await(id);
        return response.get("result").orElseThrow(() -> new AssertionError(response.json()));
    }

    /** The next request or notification of that kind. */
    JsonValue asked(String method) {
        return await(it -> it.get("method").filter(JsonValue.of(method)::equals).isPresent());
    }

    /** Answers what it was asked. */
    void answer(JsonValue request, String result) {
        say("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id").orElseThrow().json() + ",\"result\":" + result + "}");
    }

    /** The parameters of the next notification of that kind. */
    JsonValue notified(String method) {
        return asked(method).get("params").orElse(JsonValue.EMPTY_OBJECT);
    }

    /** Waits for a message; those before it are {@linkplain #passedOver kept}. */
    private JsonValue await(Predicate<JsonValue> wanted) {
        Optional<JsonValue> earlier = passedOver.stream().filter(wanted).findFirst();
        if (earlier.isPresent()) {
            passedOver.remove(earlier.get());
            return earlier.get();
        }
        try {
            while (true) {
                JsonValue next = heard.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
                assertThat(next).as("a message after %s", passedOver).isNotNull();
                if (wanted.test(next)) {
                    return next;
                }
                passedOver.add(next);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("await: interrupted", e);
        }
    }

    /** What was heard and is not awaited yet, oldest first. */
    List<JsonValue> passedOver() {
        heard.drainTo(passedOver);
        return passedOver;
    }

    /** The names of the providers' tools that it is shown. */
    List<String> tools() {
        List<String> names = new ArrayList<>(allTools());
        names.removeAll(OwnTool.names());
        return names;
    }

    /** The same with those of the face's own. */
    List<String> allTools() {
        return names(result(ask("tools/list", "{}")));
    }

    static List<String> names(JsonValue page) {
        return page.get("tools").orElseThrow().elements().stream()
                .map(it -> it.get("name").orElseThrow().asString())
                .toList();
    }

    /** Ends what it sends, as a process that ends. */
    void leave() throws Exception {
        out.close();
        face.awaitEnd();
    }

    @Override
    public void close() {
        face.close();
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
