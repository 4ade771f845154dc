package io.tapgateway.app.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a browser comes back to after a login: an address of this machine, for as long as it is waited for. Confined to
 * one thread.
 */
final class BrowserReturn implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BrowserReturn.class);
    private static final String PATH = "/callback";
    private static final Pattern REQUEST = Pattern.compile("GET " + PATH + "\\?(\\S+) HTTP/1\\.[01]");
    private static final int MAX_LINE = 16 << 10;
    private static final int PATIENCE_MS = 2_000;
    private static final String PAGE = "<!doctype html><meta charset=\"utf-8\"><title>Tap Gateway</title>"
            + "<p>Tap Gateway has what it needs. You can close this page.";

    private final ServerSocket socket;
    private final URI address;
    private final LongSupplier nanos;

    /**
     * @param port the one that was told to who gives out tokens, under the name that agents use for that; empty for any
     * @param nanos monotonic time
     */
    BrowserReturn(Optional<Integer> port, LongSupplier nanos) throws IOException {
        this.socket = new ServerSocket(port.orElse(0), 10, InetAddress.getLoopbackAddress());
        this.address = URI.create(
                "http://" + (port.isPresent() ? "localhost" : "127.0.0.1") + ":" + socket.getLocalPort() + PATH);
        this.nanos = nanos;
    }

    URI address() {
        return address;
    }

    /**
     * Waits for the browser, and answers with the query that it brings; empty if it does not come. Who else comes, is
     * silent or hangs up changes nothing: browsers connect on suspicion, and any page can send somebody here.
     *
     * @param isOurs whether a query belongs to what is waited for
     */
    Optional<String> await(Duration patience, Predicate<String> isOurs) throws IOException {
        long end = nanos.getAsLong() + patience.toNanos();
        while (true) {
            long left = (end - nanos.getAsLong()) / 1_000_000;
            if (left <= 0) {
                return Optional.empty();
            }
            socket.setSoTimeout((int) Math.max(1, left));
            Socket browser;
            try {
                browser = socket.accept();
            } catch (SocketTimeoutException e) {
                return Optional.empty();
            }
            Optional<String> query = served(browser, isOurs);
            if (query.isPresent()) {
                return query;
            }
        }
    }

    private static Optional<String> served(Socket browser, Predicate<String> isOurs) {
        try (browser) {
            browser.setSoTimeout(PATIENCE_MS);
            return serve(browser, isOurs);
        } catch (IOException e) {
            LOG.debug("Somebody else has come instead of the browser of a login", e);
            return Optional.empty();
        }
    }

    private static Optional<String> serve(Socket browser, Predicate<String> isOurs) throws IOException {
        Matcher request = REQUEST.matcher(line(browser.getInputStream()));
        boolean isIt = request.matches() && isOurs.test(request.group(1));
        byte[] page = (isIt ? PAGE : "").getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + (isIt ? "200 OK" : "404 Not Found")
                + "\r\nContent-Type: text/html; charset=utf-8\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-store\r\n"
                + "Content-Length: " + page.length + "\r\nConnection: close\r\n\r\n";
        browser.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        browser.getOutputStream().write(page);
        browser.getOutputStream().flush();
        return isIt ? Optional.of(request.group(1)) : Optional.empty();
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\r' && line.length() < MAX_LINE; next = in.read()) {
            line.append((char) next);
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
