package io.tapgateway.mcp.provider;

import io.tapgateway.mcp.protocol.ClientConnection;
import io.tapgateway.mcp.protocol.LineFraming;
import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.mcp.protocol.McpRevision;
import io.tapgateway.mcp.protocol.RpcMessage;
import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.runtime.thread.DaemonThreads;
import io.tapgateway.runtime.thread.LineWriter;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The standard streams of a server's program. Thread-safe; one daemon thread reads, one writes. */
public final class ProgramWire implements ServerWire {
    private static final Logger LOG = LoggerFactory.getLogger(ProgramWire.class);
    private static final int BUFFER_BYTES = 64 << 10;

    private final String name;
    private final InteractiveProgram program;
    private final GivenSecrets secrets;
    private volatile Optional<LineWriter> writer = Optional.empty();

    /**
     * @param name begins the names of its threads
     * @param secrets what the program was given
     */
    public ProgramWire(String name, InteractiveProgram program, GivenSecrets secrets) {
        this.name = name;
        this.program = program;
        this.secrets = secrets;
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.of(program.pid());
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public boolean isStreamable() {
        return false;
    }

    /** There are programs that end when they hear anything else. */
    @Override
    public ClientConnection.Opening opening() {
        return ClientConnection.Opening.HANDSHAKE;
    }

    @Override
    public void met(McpRevision revision) {}

    @Override
    public void onEnd(Consumer<String> listener) {
        program.onEnd(code -> {
            writer.ifPresent(LineWriter::close);
            listener.accept("it has ended with exit code " + code);
        });
    }

    @Override
    public void begin(Receiver receiver) {
        LineWriter begun = new LineWriter(
                "mcp-write-" + name,
                program.input(),
                McpLimit.UNSENT_CHARACTERS.most(),
                () -> receiver.broken("it does not read what it is sent"));
        writer = Optional.of(begun);
        begun.start();
        DaemonThreads.named("mcp-read-" + name).newThread(() -> read(receiver)).start();
    }

    @Override
    public void send(String message) {
        writer.ifPresent(it -> it.offer(message));
    }

    @Override
    public String blanked(String text) {
        return secrets.blanked(text);
    }

    @Override
    public void stop() {
        writer.ifPresent(LineWriter::close);
        program.stop();
    }

    private void read(Receiver receiver) {
        InputStream printed = program.output();
        LineFraming lines = new LineFraming();
        byte[] buffer = new byte[BUFFER_BYTES];
        boolean heard = true;
        try {
            for (int length = printed.read(buffer); length >= 0 && heard; length = printed.read(buffer)) {
                for (RpcMessage message : lines.receive(buffer, length)) {
                    heard = receiver.received(message);
                }
            }
        } catch (IOException e) {
            LOG.debug("The output of {} ends in the middle", name, e);
        }
        receiver.silent();
    }
}
