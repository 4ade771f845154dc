package io.tapgateway.runtime.core.kernel;

import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.Policies;
import java.lang.reflect.Proxy;
import java.time.Instant;

/** A kernel for parts of the core that are tested by themselves: ids are numbered. */
public final class LoneKernel {
    private LoneKernel() {}

    /** A kernel at the beginning of time, from which nothing goes out. */
    public static Kernel with(Limits limits) {
        return with(limits, unused(Effects.class));
    }

    /** A kernel at the beginning of time. */
    public static Kernel with(Limits limits, Effects effects) {
        return new Kernel(limits, new NumberedIds(), () -> Instant.EPOCH, () -> 0, effects, Policies.STANDARD);
    }

    private static <T> T unused(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            throw new AssertionError(method.getName() + " is of no concern here");
        }));
    }
}
