package io.tapgateway.runtime.core.kernel;

/** What the driver attached to a host's prompt, to find its way back. The core only passes it on. */
public interface PromptReceipt {}
