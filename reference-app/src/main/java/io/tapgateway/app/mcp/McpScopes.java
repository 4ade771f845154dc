package io.tapgateway.app.mcp;

import io.tapgateway.app.home.ClaimedHome;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.PrivateDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import io.tapgateway.mcp.protocol.http.TokenScope;
import io.tapgateway.protocol.model.Sha256;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What servers at a url have wanted a login to be good for when they let somebody not in, each in a file of the home
 * until somebody has logged in (M-071). Thread-safe: a file is replaced as a whole.
 */
final class McpScopes {
    /** How much is kept of one server: it may want something else each time. */
    static final int MOST_CHARACTERS = 4_096;

    private static final String DIRECTORY = "mcp-scopes";

    private final HomeDirectory home;

    private McpScopes(HomeDirectory home) {
        this.home = home;
    }

    /** Those in a home. */
    static McpScopes in(HomeDirectory home) {
        return new McpScopes(home);
    }

    /** All that a server has wanted; unnamed if it has named nothing. */
    TokenScope find(URI server) throws Problem {
        return SecretFile.read(file(server))
                .map(it -> TokenScope.of(it.strip()))
                .orElse(TokenScope.UNNAMED);
    }

    /** A server wants this as well; nothing more is kept once there is too much. */
    void add(URI server, TokenScope wanted) throws Problem {
        TokenScope before = find(server);
        String all = before.and(wanted).text();
        if (!before.includes(wanted) && all.length() <= MOST_CHARACTERS) {
            ClaimedHome.prepare(home);
            var unused = SecretFile.write(PrivateDirectory.open(directory()), name(server), all + "\n");
        }
    }

    /** Somebody has logged in, or out. */
    void remove(URI server) throws Problem {
        Path file = file(server);
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new Problem(file + " cannot be removed; remove it by hand.");
        }
    }

    private Path file(URI server) {
        return directory().resolve(name(server));
    }

    private Path directory() {
        return home.path().resolve(DIRECTORY);
    }

    private static String name(URI server) {
        return Sha256.hex(server.toString());
    }
}
