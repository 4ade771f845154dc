package io.tapgateway.zot;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What could not be done as an extension wanted: the newest (Z-038). Confined to the program thread. */
final class Problems {
    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    private final Manifest manifest;
    private final Runnable changed;
    private final Deque<String> newest = new ArrayDeque<>();

    /** @param changed run whenever there is a new one */
    Problems(Manifest manifest, Runnable changed) {
        this.manifest = manifest;
        this.changed = changed;
    }

    /** Notes one; one that was noted last already says nothing new. */
    void add(String problem) {
        if (problem.equals(newest.peekLast())) {
            return;
        }
        LOG.debug("Extension {}: {}", manifest.provider(), problem);
        newest.addLast(problem);
        if (newest.size() > ZotLimit.PROBLEMS.most()) {
            newest.removeFirst();
        }
        changed.run();
    }

    /** All that are remembered, oldest first. */
    List<String> all() {
        return List.copyOf(newest);
    }
}
