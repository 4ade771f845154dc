package io.tapgateway.agentserver.coworker;

/**
 * What is known of the way to a provider. Immutable.
 *
 * @param hasKey whether there is a key for it
 * @param needsNone whether requests go where no key is needed
 * @param verified whether it has answered within a day
 */
public record ProviderStatus(ModelVendor provider, boolean hasKey, boolean needsNone, boolean verified) {
    boolean isConnected() {
        return hasKey || needsNone;
    }

    String mode() {
        if (hasKey) {
            return ModelVendor.API_KEY;
        }
        return needsNone ? "oauth" : "missing";
    }

    String message() {
        if (hasKey) {
            return verified ? "The key works." : "A key is saved.";
        }
        return needsNone ? "No key is needed." : "Not connected.";
    }
}
