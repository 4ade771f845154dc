package io.tapgateway.mcp.session;

import io.tapgateway.runtime.GatewayClock;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;

/**
 * An agent that has its server on standard streams: every line that is printed there, it takes for a message. Its
 * trouble is that it does not read for a while.
 */
final class AgentOnStreams extends PlayedAgent {
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final OutputStream out;
    private final OutputStream printed;
    private final StdioFace face;
    private final Thread reader;
    private volatile CountDownLatch trouble = new CountDownLatch(0);

    /** @param printing what becomes of the stream on which the face prints */
    AgentOnStreams(GatewayAccess gateway, GatewayClock clock, Duration patience, UnaryOperator<OutputStream> printing)
            throws IOException {
        Pipe toFace = Pipe.open();
        Pipe fromFace = Pipe.open();
        out = Channels.newOutputStream(toFace.sink());
        printed = Channels.newOutputStream(fromFace.sink());
        AgentPlace place = new AgentPlace(
                FaceSettings.standard("1"),
                Optional.of(Path.of("/code/shop")),
                false,
                Optional.empty(),
                Optional.empty());
        face = new StdioFace(
                        Channels.newInputStream(toFace.source()),
                        printing.apply(printed),
                        place,
                        gateway,
                        clock,
                        patience)
                .start();
        reader = new Thread(() -> read(Channels.newInputStream(fromFace.source())), "played-agent");
        reader.setDaemon(true);
        reader.start();
        ask("initialize", INTRODUCTION);
        say(READY);
    }

    private void read(InputStream source) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (InputStream in = new BufferedInputStream(source)) {
            for (int data = in.read(); data >= 0; data = in.read()) {
                trouble.await();
                if (data == '\n') {
                    lines.add(line.toString(StandardCharsets.UTF_8));
                    line.reset();
                } else {
                    line.write(data);
                }
            }
            if (line.size() > 0) {
                lines.add(line.toString(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    void say(String message) {
        try {
            out.write((message + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    List<String> heard() {
        return List.copyOf(lines);
    }

    @Override
    void trouble(int number) {
        if (trouble.getCount() == 0) {
            trouble = new CountDownLatch(1);
        }
    }

    @Override
    void recover() {
        trouble.countDown();
    }

    @Override
    void leave(boolean hurry) throws Exception {
        recover();
        if (hurry) {
            face.close();
        }
        out.close();
        face.awaitEnd();
        printed.close();
        reader.join();
    }
}
