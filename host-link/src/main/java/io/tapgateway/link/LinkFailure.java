package io.tapgateway.link;

import io.tapgateway.runtime.system.PortOwner;
import java.io.IOException;
import java.net.InetAddress;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * There is no gateway to be reached, or what answers is none of ours; the message is a sentence for people. Immutable.
 */
public final class LinkFailure extends IOException {
    private static final long serialVersionUID = 1L;

    /** What was tried last, if anything was. */
    private final @Nullable LinkAttempt attempt;

    private LinkFailure(String sentence, @Nullable LinkAttempt attempt) {
        super(sentence);
        this.attempt = attempt;
    }

    /** Nothing could be tried, or there is no use in trying. */
    static LinkFailure because(String sentence) {
        return new LinkFailure(sentence, null);
    }

    /** An attempt to connect to a gateway has failed. */
    static LinkFailure of(LinkAttempt attempt, GatewayAddress gateway) {
        return new LinkFailure(sentence(attempt, gateway), attempt);
    }

    private static String sentence(LinkAttempt attempt, GatewayAddress gateway) {
        return switch (attempt) {
            case NOBODY ->
                "Nobody listens at 127.0.0.1:" + gateway.controlPort() + ", where the gateway of " + gateway.home()
                        + " should be.";
            case BUSY, GONE ->
                "The gateway of " + gateway.home() + " does not take this host: it has " + LinkRules.MOST_LINKS
                        + " already, or too much to do. Try again later.";
            case REFUSED ->
                "The gateway of " + gateway.home() + " has turned this host away; one of them may be of another"
                        + " version. Use the same version of both.";
            case OTHER_VERSION ->
                "The gateway of " + gateway.home() + " speaks another version of the host link; it was told nothing."
                        + " Use the same version of both.";
            case SILENT, STRANGER ->
                listener(gateway.controlPort()) + " listens at 127.0.0.1:" + gateway.controlPort()
                        + " but has not proved that it is the gateway of " + gateway.home() + " (process "
                        + gateway.process().pid()
                        + "); it was told nothing. Stop it, or start the gateway on another port.";
            case CONNECTED -> throw new IllegalArgumentException("a connection is no failure");
        };
    }

    private static String listener(int port) {
        OptionalLong pid = PortOwner.find(InetAddress.getLoopbackAddress(), port);
        return pid.isPresent() ? "Process " + pid.getAsLong() : "Another program";
    }

    /** Nobody listens where the gateway should. */
    boolean isNobodyThere() {
        return attempt == LinkAttempt.NOBODY;
    }

    /** Whether it is worth while to try again. */
    boolean mayPass() {
        return attempt != null && attempt.mayPass();
    }
}
