package io.tapgateway.app.run;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.session.Absence;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.runtime.PairingPolicy;
import java.util.List;

/**
 * What a gateway is started with. Immutable.
 *
 * @param home where its own files are
 * @param persons where a person keeps what is said about tools and servers: the same, unless the gateway is one of many
 * @param sessions opened at once; the first is in the foreground
 * @param pairing who may ask for a pairing code
 * @param absence what happens to questions while nobody is there
 * @param company who takes part from the start
 * @param idleShutdown whether it ends by itself when it has had no session for a while (D-226)
 */
public record RunOptions(
        HomeDirectory home,
        HomeDirectory persons,
        Ports ports,
        List<NewSession> sessions,
        PairingPolicy pairing,
        Absence absence,
        Company company,
        boolean idleShutdown) {
    public RunOptions {
        sessions = List.copyOf(sessions);
        if (company.demo() && sessions.isEmpty()) {
            throw new IllegalArgumentException("a demo needs a session");
        }
    }

    /** What the one gateway of a person is started with. */
    public RunOptions(
            HomeDirectory home,
            Ports ports,
            List<NewSession> sessions,
            PairingPolicy pairing,
            Absence absence,
            Company company,
            boolean idleShutdown) {
        this(home, home, ports, sessions, pairing, absence, company, idleShutdown);
    }

    /**
     * Who takes part besides those who dial in, and what is kept of it.
     *
     * @param demo whether the demo provider is in the first session
     * @param emitters whether agents may start commands in the background, in every session
     * @param recording whether what is said in calls is recorded from the start
     */
    public record Company(boolean demo, boolean emitters, boolean recording) {}

    /**
     * Where it listens; 0 for any port.
     *
     * @param providers for providers
     * @param control for the owner's programs
     */
    public record Ports(int providers, int control) {}
}
