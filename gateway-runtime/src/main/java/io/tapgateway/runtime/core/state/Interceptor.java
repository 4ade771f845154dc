package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.core.kernel.InterceptorAddress;
import java.util.Set;

/** An interceptor of one session, as it was registered. Confined to the loop. */
public final class Interceptor {
    private final ProviderName name;
    private final int rank;
    private final InterceptorAddress address;
    private Set<InterceptorInterest> interests;
    private int open;

    public Interceptor(ProviderName name, int rank, Set<InterceptorInterest> interests, InterceptorAddress address) {
        this.name = name;
        this.rank = rank;
        this.interests = Set.copyOf(interests);
        this.address = address;
    }

    public ProviderName name() {
        return name;
    }

    /** Who is asked earlier has a smaller one. */
    int rank() {
        return rank;
    }

    /** How the driver finds it. */
    public InterceptorAddress address() {
        return address;
    }

    /** Whether it takes part in that. */
    public boolean takes(InterceptorInterest interest) {
        return interests.contains(interest);
    }

    void take(Set<InterceptorInterest> wanted) {
        interests = Set.copyOf(wanted);
    }

    /** How many questions it has not answered. */
    public int open() {
        return open;
    }

    /** It is asked one more. */
    public void asked() {
        open++;
    }

    /** It has answered one, or need not any more. */
    public void answered() {
        open--;
    }
}
