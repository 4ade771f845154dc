package io.tapgateway.benchmarks.load;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/** The heap of this process. */
public final class ProcessHeap {
    private static final List<MemoryPoolMXBean> POOLS = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .toList();

    private ProcessHeap() {}

    /** The bytes that are in use once everything is collected; peaks count from here. */
    public static long used() {
        // What the first collection puts in order for removal, the second removes.
        System.gc();
        System.gc();
        POOLS.forEach(MemoryPoolMXBean::resetPeakUsage);
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /**
     * The most bytes in use since {@link #used} was asked, garbage included; at most, for the parts of the heap have
     * their peaks apart.
     */
    static long peak() {
        return POOLS.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    }
}
