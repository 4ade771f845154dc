package io.tapgateway.app.agents;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.PrivateDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import io.tapgateway.mcp.protocol.SessionIds;
import io.tapgateway.protocol.model.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The tokens of agents that come over HTTP, each in a file of the home that nobody else can read, and good in every
 * gateway there until it is revoked (M-014). Thread-safe.
 */
public final class AgentTokens {
    /** How many there can be. */
    public static final int MOST = 100;

    /** What an agent can be called. */
    public static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,48}");

    /** Whose the sessions are of those who show the owner token instead; no agent can be called that. */
    public static final String OWNER = "owner";

    private static final String DIRECTORY = "agents";
    private static final String KEY = "session.key";
    private static final Pattern FILE = Pattern.compile("([A-Za-z0-9_-]{1,48})\\.token");
    private static final int RANDOM_BYTES = 32;

    private final Path directory;
    private final SecureRandom random = new SecureRandom();
    private final ReentrantLock lock = new ReentrantLock();

    /** Names by what the tokens hash to, so that looking one up says nothing about the others. */
    @GuardedBy("lock")
    private final Map<String, String> names = new HashMap<>();

    private AgentTokens(Path directory) {
        this.directory = directory;
    }

    /**
     * Those of a home.
     *
     * @throws Problem if one of them cannot be read
     */
    public static AgentTokens in(HomeDirectory home) throws Problem {
        AgentTokens tokens = new AgentTokens(home.path().resolve(DIRECTORY));
        for (Path file : tokens.files()) {
            Matcher name = FILE.matcher(file.getFileName().toString());
            Optional<String> token = name.matches() ? SecretFile.read(file) : Optional.empty();
            if (token.isPresent() && !token.get().isEmpty()) {
                tokens.remember(token.get(), name.group(1));
            }
        }
        return tokens;
    }

    private List<Path> files() throws Problem {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> content = Files.list(directory)) {
            return content.toList();
        } catch (IOException e) {
            throw new Problem(directory + " cannot be read; check its permissions.");
        }
    }

    private void remember(String token, String name) {
        lock.lock();
        try {
            names.put(Sha256.hex(token), name);
        } finally {
            lock.unlock();
        }
    }

    /** Whose token it is; empty if nobody's. */
    public Optional<String> owner(String token) {
        String hash = Sha256.hex(token);
        lock.lock();
        try {
            return Optional.ofNullable(names.get(hash));
        } finally {
            lock.unlock();
        }
    }

    /**
     * The file with the token of an agent, which is made if there is none.
     *
     * @param name that {@link #NAME} allows
     * @throws Problem if it cannot be made, or there are too many
     */
    public Path issue(String name) throws Problem {
        lock.lock();
        try {
            Path file = file(name);
            if (names.containsValue(name)) {
                return file;
            }
            if (names.size() >= MOST) {
                throw new Problem("There are " + MOST + " agents with tokens already; take one away with --revoke.");
            }
            String token = "agent-" + secret();
            var unused = SecretFile.write(PrivateDirectory.open(directory), name + ".token", token);
            remember(token, name);
            return file;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Makes the token of an agent worthless.
     *
     * @return false if it has none
     * @throws Problem if its file cannot be removed; the token is worthless until the next start then
     */
    public boolean revoke(String name) throws Problem {
        lock.lock();
        try {
            boolean had = names.values().removeIf(name::equals);
            if (had) {
                Files.deleteIfExists(file(name));
            }
            return had;
        } catch (IOException e) {
            throw new Problem(
                    file(name) + " cannot be removed; remove it yourself, or the next gateway takes it again.");
        } finally {
            lock.unlock();
        }
    }

    private Path file(String name) {
        return directory.resolve(name + ".token");
    }

    /**
     * What makes the ids of sessions over HTTP, the same in every gateway of this home (M-015).
     *
     * @throws Problem if it can neither be read nor be made
     */
    public byte[] sessionKey() throws Problem {
        Optional<byte[]> known = SecretFile.read(directory.resolve(KEY)).flatMap(AgentTokens::decoded);
        if (known.isPresent()) {
            return known.get();
        }
        String fresh = secret();
        var unused = SecretFile.write(PrivateDirectory.open(directory), KEY, fresh);
        return Base64.getUrlDecoder().decode(fresh);
    }

    /** Empty for what was cut or written by somebody else: then there is a new one. */
    private static Optional<byte[]> decoded(String text) {
        try {
            return Optional.of(Base64.getUrlDecoder().decode(text)).filter(it -> it.length == SessionIds.KEY_BYTES);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private String secret() {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
