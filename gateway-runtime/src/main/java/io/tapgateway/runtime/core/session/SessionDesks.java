package io.tapgateway.runtime.core.session;

/** What the other packages need of this one. Immutable. */
public record SessionDesks(SessionRegistry registry, HostFeed feed, Lifecycle lifecycle) {}
