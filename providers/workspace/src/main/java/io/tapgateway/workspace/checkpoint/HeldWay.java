package io.tapgateway.workspace.checkpoint;

import io.tapgateway.workspace.files.EntryFacts;
import io.tapgateway.workspace.files.HeldDirectory;
import io.tapgateway.workspace.files.Roots;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The way from the roots to the directory of a recorded path, one opened inside the other, no link followed. What the
 * next path has in common with the last one stays open. Confined to one thread.
 */
final class HeldWay implements AutoCloseable {
    private final Roots roots;
    private final Deque<HeldDirectory> held = new ArrayDeque<>();
    private final List<String> names = new ArrayList<>();

    HeldWay(Roots roots) {
        this.roots = roots;
    }

    /** The last component of a path. */
    static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /**
     * Goes to the directory of a path; it is good until the next way is gone.
     *
     * @param make whether directories are made that are not there
     * @return empty if it is not there, or something else is in the way
     */
    Optional<HeldDirectory> to(String path, boolean make) throws IOException {
        List<String> all = Arrays.asList(path.split("/", -1));
        List<String> way = all.subList(0, all.size() - 1);
        int common = 0;
        while (common < Math.min(names.size(), way.size()) && names.get(common).equals(way.get(common))) {
            common++;
        }
        while (names.size() > common) {
            leave();
        }
        while (names.size() < way.size()) {
            String name = way.get(names.size());
            if (names.isEmpty()) {
                held.push(roots.open(Integer.parseInt(name)));
            } else if (!enter(held.getFirst(), name, make)) {
                return Optional.empty();
            }
            names.add(name);
        }
        return Optional.of(held.getFirst()).filter(there -> !roots.isClosed(there.path()));
    }

    private boolean enter(HeldDirectory parent, String name, boolean make) throws IOException {
        Optional<EntryFacts> there = parent.look(name);
        if (there.isEmpty() && make) {
            parent.make(name);
        } else if (there.filter(EntryFacts::isDirectory).isEmpty()) {
            return false;
        }
        held.push(parent.child(name));
        return true;
    }

    private void leave() {
        held.pop().close();
        names.remove(names.size() - 1);
    }

    @Override
    public void close() {
        while (!names.isEmpty()) {
            leave();
        }
    }
}
