package io.tapgateway.app.console;

import java.util.List;

/** Where the public keys of known browsers outlive the gateway. Called under a lock, by one thread at a time. */
public interface BrowserMemory {
    /** The keys as they were kept last; empty if there are none or they cannot be read. */
    List<String> recall();

    /** Keeps these keys and no others, as well as it can. */
    void keep(List<String> keys);
}
