package io.tapgateway.link;

import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.runtime.system.OwnerOnly;
import io.tapgateway.runtime.system.RegularFile;
import io.tapgateway.runtime.system.RunningProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Where a gateway of this user says that it listens, and how to prove oneself to it: what {@code gateway.json} and
 * {@code host.key} in its home say. Immutable.
 */
record GatewayAddress(Path home, RunningProcess process, int controlPort, URI providerUrl, LinkProof proof) {
    private static final String RECORD = "gateway.json";
    private static final String KEY = "host.key";
    private static final int MAX_BYTES = 64 << 10;

    /**
     * Reads the files of a home.
     *
     * @return empty if a gateway has not written them, or is about to remove them
     * @throws LinkFailure if they are damaged, or others could have written or read them
     */
    static Optional<GatewayAddress> read(Path home) throws LinkFailure {
        // A gateway writes them in the opposite order, so that the key is never older than the record.
        Optional<byte[]> written = content(home.resolve(RECORD));
        Optional<byte[]> key = content(home.resolve(KEY));
        if (key.isEmpty() || written.isEmpty()) {
            return Optional.empty();
        }
        try {
            JsonObject in = JsonObject.of(JsonValue.parse(new String(written.get(), StandardCharsets.UTF_8)));
            return Optional.of(new GatewayAddress(
                    home,
                    RunningProcess.read(in),
                    in.required("controlPort", JsonReader.WHOLE_NUMBER).intValue(),
                    URI.create(in.optional("url", JsonReader.TEXT).orElse("")),
                    new LinkProof(key.get())));
        } catch (MalformedJson | IllegalArgumentException e) {
            throw LinkFailure.because(
                    "The files of the gateway in " + home + " are damaged; stop it and start it again.");
        }
    }

    /** Where hosts connect. */
    URI hostUrl() {
        return URI.create("ws://127.0.0.1:" + controlPort + LinkRules.PATH);
    }

    private static Optional<byte[]> content(Path file) throws LinkFailure {
        try (InputStream in =
                Files.newInputStream(RegularFile.at(file), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            if (OwnerOnly.at(file).isOpenToOthers(file)) {
                throw LinkFailure.because(file
                        + " is open to other users, who may know or have made what is in it; remove it and start the"
                        + " gateway again.");
            }
            return Optional.of(in.readNBytes(MAX_BYTES));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            if (e instanceof LinkFailure failure) {
                throw failure;
            }
            throw LinkFailure.because(file + " cannot be read.");
        }
    }
}
