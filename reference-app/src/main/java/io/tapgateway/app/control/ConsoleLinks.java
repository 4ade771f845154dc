package io.tapgateway.app.control;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.app.console.ConsoleOrigin;
import io.tapgateway.app.console.SignIn;
import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.transport.ws.http.LoopbackHttpServer;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The links that sign browsers in. They lead to the control port under the console's name; or, for browsers that do not
 * find it, to a port that is opened for the first such link and is another one with every start. Thread-safe.
 */
final class ConsoleLinks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ConsoleLinks.class);

    /** Where programs get one. */
    static final String PATH = "/api/sign-in/links";

    private final SignIn signIn;
    private final ConsoleOrigin console;
    private final Server server;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private Optional<LoopbackHttpServer> byAddress = Optional.empty();

    @GuardedBy("lock")
    private boolean closed;

    ConsoleLinks(SignIn signIn, ConsoleOrigin console, Server server) {
        this.signIn = signIn;
        this.console = console;
        this.server = server;
    }

    /** Serves the console by address, on any port. */
    @FunctionalInterface
    interface Server {
        LoopbackHttpServer listen() throws IOException;
    }

    /** Makes a link to the control port. */
    String link(int port) {
        return console.link(port, signIn.newLink());
    }

    /** @param port the control port */
    ApiReply answer(ApiRequest request, int port) throws ApiProblem {
        String link = request.member("byAddress", JsonReader.FLAG).orElse(false) ? linkByAddress() : link(port);
        return ApiReply.created(out -> out.text("link", link));
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            byAddress.ifPresent(LoopbackHttpServer::close);
        } finally {
            lock.unlock();
        }
    }

    private String linkByAddress() throws ApiProblem {
        lock.lock();
        try {
            if (closed) {
                throw ApiProblem.conflict("The gateway is stopping.");
            }
            LoopbackHttpServer open = byAddress.isPresent() ? byAddress.get() : server.listen();
            byAddress = Optional.of(open);
            return ConsoleOrigin.BY_ADDRESS.link(open.port(), signIn.newLink());
        } catch (IOException e) {
            LOG.warn("The console cannot be served by address", e);
            throw ApiProblem.conflict("There is no free port for the console: " + e.getMessage() + ".");
        } finally {
            lock.unlock();
        }
    }
}
