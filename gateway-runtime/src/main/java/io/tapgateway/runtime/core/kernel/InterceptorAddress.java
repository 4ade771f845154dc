package io.tapgateway.runtime.core.kernel;

/** What the driver attached to an interceptor, to find its way to it. The core only passes it on. */
public interface InterceptorAddress {}
