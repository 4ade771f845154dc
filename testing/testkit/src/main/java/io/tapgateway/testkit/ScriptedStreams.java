package io.tapgateway.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * The standard streams of a program that a test plays: it hears each line that is written to it, and prints what the
 * test says. Thread-safe; each stream is for one thread.
 */
public final class ScriptedStreams {
    private static final byte[] END = {};

    private final BlockingQueue<byte[]> printed = new LinkedBlockingQueue<>();
    private final InputStream output = new Printed();
    private final OutputStream input;

    /** @param heard gets each line without its end, on the thread that writes it */
    public ScriptedStreams(Consumer<String> heard) {
        this.input = new Heard(heard);
    }

    /** What the program reads. */
    public OutputStream input() {
        return input;
    }

    /** What the program prints. */
    public InputStream output() {
        return output;
    }

    /** Prints a line. */
    public void says(String line) {
        prints(line + "\n");
    }

    /** Prints a text as it is, unless it is empty. */
    public void prints(String text) {
        if (!text.isEmpty()) {
            printed.add(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Prints nothing more. */
    public void ends() {
        printed.add(END);
    }

    private static final class Heard extends OutputStream {
        private final Consumer<String> lines;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        private Heard(Consumer<String> lines) {
            this.lines = lines;
        }

        @Override
        public void write(int data) {
            if (data == '\n') {
                String text = line.toString(StandardCharsets.UTF_8);
                line.reset();
                lines.accept(text);
            } else {
                line.write(data);
            }
        }
    }

    private final class Printed extends InputStream {
        private byte[] present = END;
        private int at;
        private boolean over;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (over) {
                return -1;
            }
            if (at == present.length) {
                try {
                    present = printed.take();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                at = 0;
                over = present.length == 0;
                if (over) {
                    return -1;
                }
            }
            int count = Math.min(length, present.length - at);
            System.arraycopy(present, at, into, offset, count);
            at += count;
            return count;
        }
    }
}
