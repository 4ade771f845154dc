package io.tapgateway.zot;

import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.Interception;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.SessionInterceptor;
import io.tapgateway.user.SessionUser;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * What an extension needs of whoever has it. All methods but {@link #thread}, {@link
 * #surroundings} and {@link #user} are called on that thread; none may block.
 */
public interface ExtensionHost {
    /** Where everything about the extension is decided. */
    ProgramThread thread();

    /** What the extension is told of where it runs. */
    Surroundings surroundings();

    /**
     * Starts the program. Nobody waits for that: others are started meanwhile (Z-028).
     *
     * @param stirs run on any thread whenever the program prints something on standard error
     * @return fails with an {@link IOException} if that cannot be, a {@link NotApproved} if a person has to look at it
     *     first; its message is for people
     */
    CompletionStage<InteractiveProgram> start(Runnable stirs);

    /**
     * Attaches the provider that speaks for the extension to its session, trusted as a program of it (D-022). It calls
     * its handlers wherever the gateway's messages are flushed, since they never block.
     */
    BoundProvider attach(Provider provider);

    /**
     * Has somebody asked and told what happens in the session; see {@link GatewaySession#intercept}.
     *
     * @throws IllegalStateException if there are too many, or the session has ended
     */
    Interception intercept(
            ProviderName name, int rank, Set<InterceptorInterest> interests, SessionInterceptor interceptor);

    /** The person at its session, to whom it says things, and who runs its commands; on any thread. */
    SessionUser user();

    /** Tells the user of the extension itself. */
    void tell(String sentence);

    /** Adds a line to the log of the extension, for whoever looks into what it has printed (Z-022). */
    void log(String line);

    /** Where that log is, for people. */
    String logPlace();
}
