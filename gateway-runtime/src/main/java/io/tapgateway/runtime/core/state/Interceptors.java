package io.tapgateway.runtime.core.state;

import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.core.kernel.InterceptorAddress;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The interceptors of one session, by rank. Confined to the loop. */
public final class Interceptors {
    private final List<Interceptor> all = new ArrayList<>();
    private final Set<InterceptorInterest> taken = EnumSet.noneOf(InterceptorInterest.class);
    private long revision;

    /** Whether there is any. */
    public boolean any() {
        return !all.isEmpty();
    }

    /** Whether anybody takes part in that. */
    public boolean any(InterceptorInterest interest) {
        return taken.contains(interest);
    }

    /** Changes whenever there might be somebody who was not asked yet. */
    long revision() {
        return revision;
    }

    /** Those who take part in that, in the order in which they are asked. */
    public List<Interceptor> of(InterceptorInterest interest) {
        return all.stream().filter(it -> it.takes(interest)).toList();
    }

    /** One more; behind those of the same rank. */
    public void add(Interceptor interceptor) {
        int place = all.size();
        while (place > 0 && all.get(place - 1).rank() > interceptor.rank()) {
            place--;
        }
        all.add(place, interceptor);
        changed();
    }

    /** One takes part in other things from now on; harmless if it is not there. */
    public void take(InterceptorAddress address, Set<InterceptorInterest> interests) {
        find(address).ifPresent(it -> {
            it.take(interests);
            changed();
        });
    }

    /** One less; empty if it is not there. */
    public Optional<Interceptor> remove(InterceptorAddress address) {
        Optional<Interceptor> found = find(address);
        found.ifPresent(it -> {
            all.remove(it);
            changed();
        });
        return found;
    }

    private Optional<Interceptor> find(InterceptorAddress address) {
        return all.stream().filter(it -> it.address() == address).findFirst();
    }

    private void changed() {
        revision++;
        taken.clear();
        for (InterceptorInterest interest : InterceptorInterest.values()) {
            if (all.stream().anyMatch(it -> it.takes(interest))) {
                taken.add(interest);
            }
        }
    }
}
