package io.tapgateway.mcp.provider;

import io.tapgateway.protocol.model.ProviderName;
import java.time.Duration;
import java.util.Optional;

/**
 * A server as its user has configured it. Immutable.
 *
 * @param key what it is called; also the provider's name
 * @param timeout how long a call may run, 100 ms to 10 minutes; the gateway's own time if empty
 * @param prefix whether the names of its tools begin with the key
 * @param tools which of its tools are wanted
 * @param pin whether its tools are held to the definitions that were approved (M-067)
 */
public record McpServerSpec(
        ProviderName key, Optional<Duration> timeout, boolean prefix, ToolChoice tools, boolean pin) {}
