package io.tapgateway.app.cowork;

import io.tapgateway.runtime.system.SocketOwner;

/** Whom a port for clients lets in that show no token (W-004). */
public enum Access {
    /** Programs of the user of this process, where the system tells whose a connection is; others not at all. */
    USER,
    /** Nobody. */
    TOKEN,
    /** All programs of this machine. */
    OPEN;

    /** What is usual on this system: {@link #USER} where it tells whose a connection is. */
    public static Access usual() {
        return isToldHere() ? USER : TOKEN;
    }

    /** Whether this system tells whose a connection is. */
    static boolean isToldHere() {
        return SocketOwner.ofThisMachine().isTold();
    }
}
