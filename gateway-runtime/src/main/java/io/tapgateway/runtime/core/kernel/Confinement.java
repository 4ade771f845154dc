package io.tapgateway.runtime.core.kernel;

/** Who may be in the core: the driver knows, and the core asks on every entry. */
@FunctionalInterface
public interface Confinement {
    /** For a driver that has one thread only. */
    Confinement NONE = () -> {};

    /** Throws {@link IllegalStateException} unless the calling thread is the one that may be in the core now. */
    void require();
}
