package io.tapgateway.model;

/**
 * How much an agent does before it stops by itself. Immutable.
 *
 * @param answersPerTurn how often the model is asked in one turn
 * @param callsPerAnswer how many tools it may use at once; what it wants beyond that is refused
 * @param waitingPrompts how many turns may wait for the running one
 * @param resultChars how much of a tool's result the model is shown
 * @param memoryChars how much of former turns the model is shown; whole turns are forgotten, oldest first
 */
public record AgentLimits(
        int answersPerTurn, int callsPerAnswer, int waitingPrompts, int resultChars, int memoryChars) {
    /** What is right for a model of the usual size. */
    public static final AgentLimits STANDARD = new AgentLimits(30, 16, 20, 50_000, 200_000);

    public AgentLimits {
        if (answersPerTurn < 1 || callsPerAnswer < 1 || waitingPrompts < 1 || resultChars < 1 || memoryChars < 0) {
            throw new IllegalArgumentException("an agent cannot work within these limits");
        }
    }

    /** The same with fewer answers in a turn, or as many. */
    AgentLimits upTo(int answers) {
        return new AgentLimits(
                Math.min(answers, answersPerTurn), callsPerAnswer, waitingPrompts, resultChars, memoryChars);
    }
}
