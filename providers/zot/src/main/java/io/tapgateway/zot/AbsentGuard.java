package io.tapgateway.zot;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.InterceptedTool;
import io.tapgateway.runtime.InterceptorQuestion;
import io.tapgateway.runtime.InterceptorVerdict;
import io.tapgateway.runtime.SessionInterceptor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Denies the use of tools for a guard that is not started (Z-070, Z-071). Immutable. */
record AbsentGuard(ProviderName name) implements SessionInterceptor {
    @Override
    public CompletionStage<InterceptorVerdict> beforeTool(InterceptedTool use, InterceptorQuestion question) {
        return CompletableFuture.completedFuture(InterceptorVerdict.block("it guards the use of tools, and was not"
                + " started; 'ext list' says why. 'ext stop " + name + "' at the prompt frees them."));
    }
}
