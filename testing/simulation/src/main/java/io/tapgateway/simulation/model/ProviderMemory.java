package io.tapgateway.simulation.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a provider knows of its connection and of the world. Confined to one simulation. */
final class ProviderMemory {
    private static final int CALLS_REMEMBERED = 30;

    private final List<String> calls = new ArrayList<>();
    private final List<String> sessions = new ArrayList<>();
    private Optional<String> reconnectToken = Optional.empty();
    private boolean registered;
    private boolean bound;

    /** A new connection: whatever was known of the old one is out of date. */
    void beginAnew() {
        registered = false;
        bound = false;
    }

    /** The calls it was sent lately. */
    List<String> calls() {
        return calls;
    }

    void addCall(String call) {
        calls.add(call);
        if (calls.size() > CALLS_REMEMBERED) {
            calls.remove(0);
        }
    }

    /** The sessions it was told of last. */
    List<String> sessions() {
        return sessions;
    }

    void setSessions(List<String> told) {
        sessions.clear();
        sessions.addAll(told);
    }

    Optional<String> reconnectToken() {
        return reconnectToken;
    }

    void setReconnectToken(Optional<String> token) {
        reconnectToken = token;
    }

    /** Whether it has introduced itself. */
    boolean isRegistered() {
        return registered;
    }

    void noteRegistration() {
        registered = true;
    }

    /** Whether it believes to be bound. */
    boolean isBound() {
        return bound;
    }

    void setBound(boolean now) {
        bound = now;
    }
}
