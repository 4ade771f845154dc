package io.tapgateway.app.cowork;

import io.tapgateway.app.home.PrivateDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.system.SocketOwner;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Who may come to the ports for clients of one process. Immutable.
 *
 * @param access whom they let in without a token
 * @param origins of pages that need none either
 * @param starter whose programs may send {@value ClientDoor#FILES} as their origin, if this process is another one's
 *     sidecar (W-005)
 */
public record ClientAccess(Access access, Set<String> origins, Optional<ProcessHandle> starter) {
    /** In the home of the gateway: what clients show that need it (W-006). */
    static final String TOKEN_FILE = "cowork.token";

    private static final int TOKEN_BYTES = 32;

    public ClientAccess {
        origins = Set.copyOf(origins);
    }

    /** Where clients find the token. */
    public static Path tokenFile(GatewayProcess gateway) {
        return gateway.home().path().resolve(TOKEN_FILE);
    }

    /**
     * The door in front of the ports, with a new token in the home of the gateway, which goes with it.
     *
     * @throws Problem if the system does not tell what {@link Access#USER} needs, or the token cannot be written
     */
    public ClientDoor door(GatewayProcess gateway) throws Problem {
        if (access == Access.USER && !Access.isToldHere()) {
            throw new Problem("This system does not tell whose a connection is; clients need a token here:"
                    + " say --access token.");
        }
        if (access == Access.TOKEN && !origins.isEmpty()) {
            throw new Problem("--allow-origin has no effect with --access token: every program can send an origin, so"
                    + " pages need the token as well.");
        }
        if (origins.contains("null")) {
            throw new Problem("'null' is the origin of every page that has none, and cannot be allowed.");
        }
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        Secret token = Secret.of(HexFormat.of().formatHex(random));
        SecretFile file =
                SecretFile.write(PrivateDirectory.open(gateway.home().path()), TOKEN_FILE, token.reveal() + "\n");
        gateway.alsoEnd(file::close);
        return new ClientDoor(access, token, origins, isOfStarter(), System::nanoTime);
    }

    private Predicate<ClientDoor.Caller> isOfStarter() {
        SocketOwner owner = SocketOwner.ofThisMachine();
        return caller -> starter.isPresent()
                && owner.process(caller.peer(), caller.port())
                        .filter(it -> descends(it, starter.get()))
                        .isPresent();
    }

    private static boolean descends(ProcessHandle process, ProcessHandle from) {
        return Stream.iterate(Optional.of(process), Optional::isPresent, it -> it.flatMap(ProcessHandle::parent))
                .anyMatch(it -> it.filter(from::equals).isPresent());
    }
}
