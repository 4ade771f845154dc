package io.tapgateway.app.mcp;

import io.tapgateway.app.home.ClaimedHome;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.PrivateDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import io.tapgateway.mcp.protocol.http.ServerAddress;
import io.tapgateway.mcp.protocol.oauth.OauthFault;
import io.tapgateway.mcp.protocol.oauth.ServerToken;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.Sha256;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Tokens for servers at a url, each in a file of the home that nobody else can read, named by who gave it out and the
 * server that it is for (M-071). Thread-safe: a file is replaced as a whole.
 */
final class McpTokens {
    private static final String DIRECTORY = "mcp-tokens";
    private static final String END = ".json";

    private final HomeDirectory home;

    private McpTokens(HomeDirectory home) {
        this.home = home;
    }

    /** Those in a home. */
    static McpTokens in(HomeDirectory home) {
        return new McpTokens(home);
    }

    /**
     * The token for a server; empty if there is none, or none that can be read. Of several the one for the least
     * counts, and of such the newest.
     */
    Optional<ServerToken> find(URI server) throws Problem {
        Optional<ServerToken> found = Optional.empty();
        for (Path file : files()) {
            Optional<ServerToken> token = read(file).filter(it -> isFor(it, server));
            if (token.isPresent()
                    && found.filter(it -> isForLess(it, token.get())).isEmpty()) {
                found = token;
            }
        }
        return found;
    }

    private static boolean isForLess(ServerToken one, ServerToken than) {
        return path(one).length() > path(than).length();
    }

    /** Keeps the token of a new login at a server, in place of all that would count instead, whoever gave them out. */
    void replace(ServerToken token, URI server) throws Problem {
        save(token);
        for (Path file : files()) {
            boolean counts = read(file)
                    .filter(it -> isFor(it, server) && !isForLess(token, it))
                    .isPresent();
            if (counts && !file.endsWith(name(token))) {
                delete(file);
            }
        }
    }

    /** Keeps a token, in place of an earlier one of the same issuer for the same server. */
    void save(ServerToken token) throws Problem {
        ClaimedHome.prepare(home);
        var unused = SecretFile.write(
                PrivateDirectory.open(directory()), name(token), JsonWriter.toText(token::write) + "\n");
    }

    /** Forgets all tokens for a server; false if there were none. */
    boolean remove(URI server) throws Problem {
        boolean removed = false;
        for (Path file : files()) {
            if (read(file).filter(it -> isFor(it, server)).isPresent()) {
                removed |= delete(file);
            }
        }
        return removed;
    }

    private static boolean delete(Path file) throws Problem {
        try {
            return Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new Problem(file + " cannot be removed; remove it by hand.");
        }
    }

    /** A token goes to the origin that it is for, and within that to what is below its path. */
    private static boolean isFor(ServerToken token, URI server) {
        String path = path(token);
        String asked = String.valueOf(server.getPath());
        return ServerAddress.origin(token.resource()).equals(ServerAddress.origin(server))
                && (asked.equals(path) || asked.startsWith(path.endsWith("/") ? path : path + "/") || path.isEmpty());
    }

    private static String path(ServerToken token) {
        return String.valueOf(token.resource().getPath());
    }

    /** The oldest first. */
    private List<Path> files() {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> all = Files.list(directory())) {
            all.filter(it -> it.toString().endsWith(END))
                    .sorted(Comparator.comparingLong(it -> it.toFile().lastModified()))
                    .forEach(found::add);
        } catch (IOException e) {
            // Nobody has ever logged in.
            return List.of();
        }
        return found;
    }

    private static Optional<ServerToken> read(Path file) throws Problem {
        try {
            Optional<String> text = SecretFile.read(file);
            return text.isEmpty() ? Optional.empty() : Optional.of(ServerToken.stored(JsonValue.parse(text.get())));
        } catch (MalformedJson | OauthFault e) {
            return Optional.empty();
        }
    }

    private Path directory() {
        return home.path().resolve(DIRECTORY);
    }

    private static String name(ServerToken token) {
        return Sha256.hex(token.issuer() + "\n" + token.resource()) + END;
    }
}
