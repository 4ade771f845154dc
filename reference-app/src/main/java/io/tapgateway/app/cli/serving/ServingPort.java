package io.tapgateway.app.cli.serving;

import io.tapgateway.app.home.Problem;

/** Which numbers a port for clients may have. Stateless. */
final class ServingPort {
    private static final int MOST = 65_535;

    private ServingPort() {}

    /** One of a verb's own, where 0 is any that is free. */
    static int orAny(int port) throws Problem {
        return between(0, port, "A port");
    }

    /** One beside those of a gateway, which has to be said. */
    static int said(String option, int port) throws Problem {
        return between(1, port, option);
    }

    private static int between(int least, int port, String what) throws Problem {
        if (port < least || port > MOST) {
            throw new Problem(what + " must be between " + least + " and " + MOST + ", not " + port + ".");
        }
        return port;
    }
}
