package io.tapgateway.transport.ws.http;

import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;

/**
 * What the HTTP library says by {@code java.util.logging}: that it starts, listens and stops. By default this would be
 * on the standard error of whoever embeds the gateway. Thread-safe.
 */
final class LibraryLog {
    private static final Logger SERVER = Logger.getLogger(HttpServer.class.getName());
    private static final Logger LISTENER = Logger.getLogger(NetworkListener.class.getName());

    private LibraryLog() {}

    /**
     * Has these two classes say warnings only, unless somebody has chosen a level for them or for a part of the
     * library.
     */
    static void quieten() {
        // Held by constants: the JDK forgets the level of a logger that nobody holds.
        Stream.of(SERVER, LISTENER).filter(LibraryLog::isLeftAlone).forEach(it -> it.setLevel(Level.WARNING));
    }

    private static boolean isLeftAlone(Logger logger) {
        Logger root = LogManager.getLogManager().getLogger("");
        return Stream.iterate(logger, it -> it != null && it != root, Logger::getParent)
                .allMatch(it -> Optional.ofNullable(it.getLevel()).isEmpty());
    }
}
