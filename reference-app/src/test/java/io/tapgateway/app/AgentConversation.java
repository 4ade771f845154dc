package io.tapgateway.app;

/** An agent whose user is a program, and writes one prompt after the other. Confined to the test. */
interface AgentConversation {
    /** The user writes, once the last prompt is answered. */
    void say(String prompt);

    /** Until it waits for its user. */
    void awaitAnswered();

    /** The user stops what it does. */
    void interrupt();

    RunningProgram program();

    /** The user writes no more; what it is about it does to its end. */
    default RunningProgram leave() {
        program().hangUp();
        return program();
    }
}
