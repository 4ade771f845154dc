package io.tapgateway.workspace;

import io.tapgateway.runtime.thread.IdlePool;
import io.tapgateway.workspace.files.TreeWalk;
import io.tapgateway.workspace.limits.WorkspaceLimits;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;

/**
 * One search through files: the walk reads them, and all threads of the machine look into them, a few files ahead of
 * what is told, so that hits come by path and line whoever is faster (F-020). Confined to the thread of the walk.
 */
final class Grep {
    /** To hand over a smaller file takes longer than to look into it. */
    private static final int HANDED_OVER_BYTES = 16 << 10;

    private static final int THREADS = Runtime.getRuntime().availableProcessors();

    /** How many files are kept in memory until it is their turn. */
    private static final int MOST_AHEAD = 4 * THREADS;

    private static final IdlePool OTHERS = IdlePool.ofErrands("workspace-grep", Math.max(1, THREADS - 1));

    private final FileRules rules;
    private final LineSearch search;
    private final BooleanSupplier over;
    private final Deque<FutureTask<List<String>>> ahead = new ArrayDeque<>();
    private final StringBuilder lines = new StringBuilder();
    private int hits;
    private int withheld;
    private int large;
    private boolean cut;

    /**
     * @param rules on files, as they are now
     * @param over whether there is no time left, or nobody wants to know any more
     */
    Grep(FileRules rules, LineSearch search, BooleanSupplier over) {
        this.rules = rules;
        this.search = search;
        this.over = over;
    }

    /** Whether no more files are wanted. */
    boolean isEnough() {
        return hits == search.most() || over.getAsBoolean();
    }

    /** Takes a file; it is told of once those before it are. */
    void visit(TreeWalk.Found file) throws IOException {
        if (file.isSecret() || rules.keep(file)) {
            withheld++;
        } else if (file.size() > WorkspaceLimits.GREP_FILE_BYTES) {
            large++;
        } else {
            String path = file.shown();
            byte[] bytes = file.read(WorkspaceLimits.GREP_FILE_BYTES);
            FutureTask<List<String>> look = new FutureTask<>(() -> search.in(path, bytes));
            if (bytes.length < HANDED_OVER_BYTES) {
                look.run();
            } else {
                OTHERS.execute(look);
            }
            ahead.addLast(look);
            while (ahead.size() > MOST_AHEAD
                    || (!ahead.isEmpty() && ahead.getFirst().isDone())) {
                tellNext();
            }
        }
    }

    /** Looks itself where nobody has begun to. */
    private void tellNext() {
        FutureTask<List<String>> next = ahead.removeFirst();
        next.run();
        try {
            next.get().stream().limit(search.most() - hits).forEach(hit -> {
                lines.append(hit);
                hits++;
            });
        } catch (InterruptedException e) {
            cut = true;
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("grep: a file could not be looked into", e.getCause());
        }
    }

    /**
     * Tells the rest, and what it comes to.
     *
     * @param complete whether the walk has seen everything
     */
    Map<String, Object> answer(boolean complete) {
        while (!ahead.isEmpty() && !isEnough()) {
            tellNext();
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("lines", lines.toString());
        answer.put("hits", hits);
        answer.put("truncated", !complete || cut || !ahead.isEmpty() || hits == search.most());
        answer.put("withheld", withheld);
        answer.put("tooLarge", large);
        ahead.forEach(it -> it.cancel(false));
        return answer;
    }
}
