package io.tapgateway.app.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads server-sent events. Confined to the thread that reads; any other may {@linkplain #end() end} it. */
public final class EventStream implements AutoCloseable {
    private final InputStream in;
    private final BufferedReader lines;

    EventStream(InputStream in) {
        this.in = in;
        this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /**
     * One event.
     *
     * @param name what kind of news
     * @param data a JSON object
     */
    public record Event(String name, String data) {}

    /**
     * Waits for the next event.
     *
     * @return empty at the end of the stream, in good order or not
     */
    public Optional<Event> next() {
        EventLines parser = new EventLines();
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Optional<Event> event = parser.add(line);
                if (event.isPresent()) {
                    return event;
                }
            }
        } catch (IOException e) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    /** Has whoever reads find the end. Any thread may call it. */
    public void end() {
        close();
    }

    @Override
    public void close() {
        try {
            // The reader itself would wait for whoever reads.
            in.close();
        } catch (IOException e) {
            // The connection is gone, which is all that was wanted.
            return;
        }
    }
}
