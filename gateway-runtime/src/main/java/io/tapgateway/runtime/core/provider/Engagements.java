package io.tapgateway.runtime.core.provider;

import io.tapgateway.runtime.core.call.CallDesk;
import io.tapgateway.runtime.core.call.CheckDesk;
import io.tapgateway.runtime.core.hook.RuleDesk;
import io.tapgateway.runtime.core.prompt.PromptDesk;
import io.tapgateway.runtime.core.stream.Injector;

/** What providers are engaged in, and what ends with a binding or a session. Immutable. */
public record Engagements(CallDesk calls, Injector injector, PromptDesk prompts, CheckDesk checks, RuleDesk rules) {}
