package io.tapgateway.app.mcp;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.mcp.protocol.http.HttpTalk;
import io.tapgateway.mcp.protocol.http.ServerAddress;
import io.tapgateway.mcp.protocol.http.SseTalk;
import io.tapgateway.mcp.protocol.http.StreamableTalk;
import io.tapgateway.mcp.provider.AddressAccess;
import io.tapgateway.mcp.provider.AddressClient;
import io.tapgateway.mcp.provider.GivenSecrets;
import io.tapgateway.mcp.provider.ServerWire;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.transport.ws.http.QueryParameters;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Opens the ways to servers at addresses; what they share is there from the first of them on (M-070).
 * Confined to the thread of the servers.
 */
final class McpHttp implements AutoCloseable {
    private final HomeDirectory home;
    private final ProgramThread thread;
    private Optional<AddressClient> client = Optional.empty();

    McpHttp(HomeDirectory home, ProgramThread thread) {
        this.home = home;
        this.thread = thread;
    }

    /**
     * Opens the way to a server.
     *
     * @param loginWanted told when the server takes nobody in who has not logged in, or not for that
     * @throws IOException if it cannot be gone like this; the message is for people
     */
    ServerWire open(McpEntry entry, McpVariables values, Consumer<LoginWanted> loginWanted)
            throws IOException, Problem {
        ServerAddress address = address(values.in(entry.url()));
        Map<String, String> headers = values.in(entry.headers());
        require(address, headers);
        HttpTalk talk = entry.isOfFirstRevision() ? new SseTalk(address) : new StreamableTalk(address);
        AddressClient shared = client();
        AddressAccess access = new McpAccess(
                address.uri(),
                headers,
                McpTokens.in(home),
                McpScopes.in(home),
                new McpAuthorization(shared.http(), Clock.systemUTC()),
                shared,
                Clock.systemUTC(),
                loginWanted);
        GivenSecrets secrets = GivenSecrets.of(given(entry.url(), address, values));
        return shared.wire(entry.key().value(), talk, access, secrets, thread);
    }

    /**
     * What a server is told by its address: the values in the query, as they are sent and as they are meant, and what
     * the variables anywhere in it stand for.
     *
     * @param url as it was written
     * @throws IOException if a variable has no value; the message says which
     */
    static List<String> given(String url, ServerAddress address, McpVariables values) throws IOException {
        List<String> given = values.given(url);
        QueryParameters query = QueryParameters.of(
                Optional.ofNullable(address.uri().getRawQuery()).orElse(""));
        query.all().forEach(it -> given.addAll(List.of(it.written(), it.value())));
        return given;
    }

    static ServerAddress address(String url) throws IOException {
        try {
            return new ServerAddress(new URI(url));
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new IOException("its url is no address with http:// or https://, without a user or a password", e);
        }
    }

    private static void require(ServerAddress address, Map<String, String> headers) throws IOException {
        for (Map.Entry<String, String> each : headers.entrySet()) {
            try {
                var unused = HttpRequest.newBuilder(address.uri()).header(each.getKey(), each.getValue());
            } catch (IllegalArgumentException e) {
                throw new IOException(
                        "its header '" + each.getKey() + "' cannot be sent with the value that it has", e);
            }
        }
    }

    private AddressClient client() {
        AddressClient found = client.orElseGet(AddressClient::new);
        client = Optional.of(found);
        return found;
    }

    @Override
    public void close() {
        client.ifPresent(AddressClient::close);
    }
}
