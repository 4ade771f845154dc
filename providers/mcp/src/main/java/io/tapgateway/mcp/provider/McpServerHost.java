package io.tapgateway.mcp.provider;

import io.tapgateway.mcp.protocol.ClientProfile;
import io.tapgateway.mcp.protocol.Elicitation;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import java.io.IOException;

/** What a server needs of whoever has it. All methods but {@link #thread} are called on that thread. */
public interface McpServerHost {
    /** Where everything about the server is decided. */
    ProgramThread thread();

    /** What the server is told of its client. */
    ClientProfile client();

    /**
     * Starts the program, or opens the way to its address.
     *
     * @throws IOException if that cannot be; its message is for people
     */
    ServerWire start() throws IOException;

    /**
     * Attaches the provider that speaks for the server to its session, trusted as a program of it. It calls its
     * handlers wherever the gateway's messages are flushed, since they never block.
     */
    BoundProvider attach(Provider provider);

    /** The definitions that the user has approved. */
    PinStore pins();

    /** The server is in another state, or in the same one again. */
    default void changed(McpServerView.State state) {}

    /**
     * Has the person of the session do what the server wants.
     *
     * @throws IllegalArgumentException if nobody can be shown that; its message is a sentence for the server
     */
    default Elicited ask(Elicitation what) {
        return Elicited.BY_NOBODY;
    }

    /**
     * What the program that was started last has said before it ended, and where more stands: a sentence for people
     * that begins with a space, or nothing where there is no program.
     */
    default String lastWords() {
        return "";
    }

    /** Tells the user. */
    void tell(String sentence);
}
