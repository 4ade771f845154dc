package io.tapgateway.app.extension;

/**
 * What came of a reload. Immutable.
 *
 * @param stopped how many programs ran before
 * @param started how many extensions were started
 * @param ready how many of them were ready when all had settled
 * @param failed how many of them had failed by then
 */
public record Reloaded(int stopped, int started, int ready, int failed) {
    /** For people. */
    public String sentence() {
        return stopped + " stopped, " + started + " started: " + ready + " ready, " + failed + " failed.";
    }
}
