package io.tapgateway.mcp.provider;

/**
 * Whether a list is being asked for: one at a time, and once more if it has changed meanwhile. Confined to the program
 * thread.
 */
final class ListState {
    private boolean asked;
    private boolean stale;
    private int number;

    /** It is asked for, from now on under the number that is returned. */
    int begin() {
        asked = true;
        stale = false;
        number++;
        return number;
    }

    /** Whether it is still waited for under this number. */
    boolean isAwaited(int which) {
        return asked && number == which;
    }

    /** It is said to be another one; whether it is to be asked for now. */
    boolean changed() {
        stale = asked;
        return !asked;
    }

    /** It has come, or does not; whether it is to be asked for again. */
    boolean end() {
        asked = false;
        return stale;
    }
}
