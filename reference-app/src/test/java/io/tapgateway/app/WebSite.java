package io.tapgateway.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Pages on a loopback port of their own, which makes them an origin of their own. Thread-safe.
 */
final class WebSite implements AutoCloseable {
    private static final Map<String, String> TYPES =
            Map.of("html", "text/html", "js", "text/javascript", "css", "text/css");
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int NO_BODY = -1;

    private final HttpServer server;

    private WebSite(int port, Optional<Path> directory) {
        try {
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", exchange -> answer(exchange, directory));
        server.start();
    }

    /** Makes a copy of the page in {@code examples/browser}, with the package that it uses. */
    static Path copyExample(Path site) throws IOException {
        Files.createDirectories(site);
        try (Stream<Path> page = Files.list(Interpreter.EXAMPLES.resolve("browser"))) {
            for (Path file : page.filter(Files::isRegularFile).toList()) {
                Files.copy(file, site.resolve(file.getFileName()));
            }
        }
        Interpreter.copyClient(site.resolve("node_modules/@tapgateway/provider"));
        return site;
    }

    /** The files of a directory, and those below it. */
    static WebSite of(Path directory) {
        return at(0, directory);
    }

    /** The same on a port, if it is free. */
    static WebSite at(int port, Path directory) {
        return new WebSite(port, Optional.of(directory));
    }

    /** A site with an empty page everywhere, which leaves its scripts every freedom there is. */
    static WebSite blank() {
        return new WebSite(0, Optional.empty());
    }

    /** A page of the site. */
    URI page(String path) {
        return page("localhost", path);
    }

    /** The same under a name of which the browser knows that it leads here. */
    URI page(String host, String path) {
        return URI.create(origin(host) + "/" + path);
    }

    /** How the browser names the site to others. */
    String origin(String host) {
        return "http://" + host + ":" + port();
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private static void answer(HttpExchange exchange, Optional<Path> directory) throws IOException {
        try (exchange) {
            String name = exchange.getRequestURI().getPath().substring(1);
            if (directory.isEmpty()) {
                send(exchange, "html", "<!doctype html><title>Blank</title>".getBytes(StandardCharsets.UTF_8));
                return;
            }
            Path file = directory.get().resolve(name.isEmpty() ? "index.html" : name);
            if (!file.normalize().startsWith(directory.get()) || !Files.isRegularFile(file)) {
                exchange.sendResponseHeaders(NOT_FOUND, NO_BODY);
                return;
            }
            send(exchange, name.substring(name.lastIndexOf('.') + 1), Files.readAllBytes(file));
        }
    }

    private static void send(HttpExchange exchange, String extension, byte[] content) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", TYPES.getOrDefault(extension, "text/html"));
        exchange.sendResponseHeaders(OK, content.length);
        exchange.getResponseBody().write(content);
    }
}
