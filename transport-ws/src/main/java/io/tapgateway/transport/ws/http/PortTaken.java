package io.tapgateway.transport.ws.http;

import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.OptionalLong;

/** Another program listens where this one should (D-011); the message is for people. Immutable. */
public final class PortTaken extends BindException {
    private static final long serialVersionUID = 1L;

    private final int port;
    private final String finding;

    PortTaken(InetAddress address, int port, OptionalLong pid) {
        this(port, finding(address, port, pid));
    }

    private PortTaken(int port, String finding) {
        super(finding + " Stop it, or choose another port.");
        this.port = port;
        this.finding = finding;
    }

    /** The port that is in use. */
    public int port() {
        return port;
    }

    /** Who listens there, in a sentence without advice. */
    public String finding() {
        return finding;
    }

    private static String finding(InetAddress address, int port, OptionalLong pid) {
        String owner = pid.isPresent() ? "process " + pid.getAsLong() + program(pid.getAsLong()) : "another program";
        String place =
                address instanceof Inet6Address && address.isLoopbackAddress() ? "::1" : address.getHostAddress();
        return "Port " + port + " on " + place + " is already in use by " + owner + ".";
    }

    /** What the process is called, as far as the system tells. */
    private static String program(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().command())
                .map(path -> " (" + path.substring(path.lastIndexOf('/') + 1) + ")")
                .orElse("");
    }
}
