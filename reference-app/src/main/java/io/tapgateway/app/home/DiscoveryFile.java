package io.tapgateway.app.home;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.system.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The token file where every provider of this user looks (C/authentication). One gateway at a time can be found there:
 * a second one leaves the file to the first, and what a dead one left behind is replaced. Thread-safe.
 */
final class DiscoveryFile implements AutoCloseable {
    static final String TOKEN = ".provider-token";
    static final String HOLDER = ".provider-token.holder";

    private static final Logger LOG = LoggerFactory.getLogger(DiscoveryFile.class);

    private final SecretFile token;
    private final SecretFile holder;

    private DiscoveryFile(SecretFile token, SecretFile holder) {
        this.token = token;
        this.holder = holder;
    }

    /**
     * Offers a token.
     *
     * @param copilotHome the directory that all providers look in
     * @throws Problem if a living gateway offers one already, or the directory cannot be used
     */
    static DiscoveryFile write(Path copilotHome, Secret token) throws Problem {
        Path extensions = copilotHome.resolve("extensions");
        requireNoLink(extensions);
        PrivateDirectory place = PrivateDirectory.open(extensions.resolve("tap"));
        Optional<RunningProcess> present = holder(place.file(HOLDER)).filter(RunningProcess::isAlive);
        if (present.isPresent() && !present.get().isThisOne()) {
            throw new Problem("The gateway with pid " + present.get().pid() + " is the one that programs find through "
                    + place.file(TOKEN) + "; this one is not.");
        }
        SecretFile holder = SecretFile.write(place, HOLDER, JsonWriter.toText(RunningProcess.current()::write) + "\n");
        try {
            return new DiscoveryFile(SecretFile.write(place, TOKEN, token.reveal()), holder);
        } catch (Problem e) {
            holder.close();
            throw e;
        }
    }

    /** Removes the token of a gateway that has died, so that nobody tries it; that of a living one stays. */
    static void removeLeftovers(Path copilotHome) {
        Path extensions = copilotHome.resolve("extensions");
        Path directory = extensions.resolve("tap");
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try {
            requireNoLink(extensions);
            PrivateDirectory place = PrivateDirectory.open(directory);
            SecretFile.removeUnfinished(place);
            Optional<RunningProcess> last = holder(place.file(HOLDER));
            if (last.isPresent() && !last.get().isAlive()) {
                Files.deleteIfExists(place.file(TOKEN));
                Files.deleteIfExists(place.file(HOLDER));
            }
        } catch (Problem | IOException e) {
            // Offering a token will say what is wrong there.
            LOG.debug("{} cannot be tidied up", directory, e);
        }
    }

    @Override
    public void close() {
        token.close();
        holder.close();
    }

    private static void requireNoLink(Path directory) throws Problem {
        if (Files.isSymbolicLink(directory)) {
            throw new Problem(directory + " is a symbolic link; name the directory itself in COPILOT_HOME.");
        }
    }

    /** Who wrote the file; empty if nobody can tell, and then nobody can be disturbed either. */
    private static Optional<RunningProcess> holder(Path file) throws Problem {
        if (Files.isSymbolicLink(file)) {
            return Optional.empty();
        }
        Optional<String> text = SecretFile.read(file);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(RunningProcess.read(JsonObject.of(JsonValue.parse(text.get()))));
        } catch (MalformedJson | JsonFault e) {
            return Optional.empty();
        }
    }
}
