package io.tapgateway.runtime.core.kernel;

/** What the driver attached to a call, to find its way back when the call completes. The core only passes it on. */
public interface CallReceipt {}
