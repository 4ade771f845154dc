/**
 * What a provider does before tool calls and to prompts: a {@link io.tapgateway.provider.hook.HookSet} holds rules and
 * transforms, and the handlers that decide and rewrite when the gateway asks. Handlers run on the provider's executor;
 * everything else is immutable.
 */
@NullMarked
package io.tapgateway.provider.hook;

import org.jspecify.annotations.NullMarked;
