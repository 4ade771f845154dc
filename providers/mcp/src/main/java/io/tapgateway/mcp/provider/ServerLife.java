package io.tapgateway.mcp.provider;

import java.util.Optional;

/**
 * How far the life of a server has come, over all of its runs. Immutable; {@link McpServer} holds the present state. A
 * state is left by its {@code to…} methods; those that it does not override throw.
 */
sealed interface ServerLife {
    /** A server that has not begun. */
    static Unbegun begin() {
        return new Unbegun();
    }

    /** There is a way to it. */
    default ServerLife toStarting(ServerRun run) {
        throw refusal("toStarting");
    }

    /** Its tools are there, or are others. */
    default ServerLife toReady() {
        throw refusal("toReady");
    }

    /** It is ended in order to be started anew. */
    default ServerLife toRestarting() {
        throw refusal("toRestarting");
    }

    /** It has ended, and is tried again in a moment. */
    default ServerLife toWaiting() {
        throw refusal("toWaiting");
    }

    /** It is not tried again before somebody wants it. */
    default ServerLife toLeftAlone() {
        throw refusal("toLeftAlone");
    }

    /** It is to end for good. */
    ServerLife toClosed();

    /** Nothing of it is there any more. */
    default ServerLife toGone() {
        throw refusal("toGone");
    }

    /** What people see of it. */
    McpServerView.State shown();

    /** What it does at present, unless nobody wants it any more. */
    default Optional<ServerRun> run() {
        return Optional.empty();
    }

    /** The way to it, until that has ended. */
    default Optional<ServerWire> wire() {
        return Optional.empty();
    }

    /** Whether it is tried again after that run. */
    default boolean isWaitingAfter(ServerRun run) {
        return false;
    }

    /** Whether it is started anew as soon as its wire has ended. */
    default boolean isRestarting() {
        return false;
    }

    /** Whether it is to end for good, or has. */
    default boolean isClosed() {
        return false;
    }

    private IllegalStateException refusal(String operation) {
        return new IllegalStateException(
                operation + ": the server is " + getClass().getSimpleName());
    }

    /** Nothing of it runs, and it can be started. */
    sealed interface Startable extends ServerLife {
        @Override
        default Starting toStarting(ServerRun run) {
            return new Starting(run);
        }

        @Override
        default LeftAlone toLeftAlone() {
            return new LeftAlone();
        }

        @Override
        default Gone toClosed() {
            return new Gone();
        }
    }

    /** Has not begun. */
    record Unbegun() implements Startable {
        @Override
        public McpServerView.State shown() {
            return McpServerView.State.WAITING;
        }
    }

    /** It has ended, and is tried again after a pause. */
    record Waiting(ServerRun last) implements Startable {
        @Override
        public McpServerView.State shown() {
            return McpServerView.State.WAITING;
        }

        @Override
        public boolean isWaitingAfter(ServerRun run) {
            return last.equals(run);
        }
    }

    /** It has ended too often, or cannot be started; somebody has to want it again. */
    record LeftAlone() implements Startable {
        @Override
        public McpServerView.State shown() {
            return McpServerView.State.LEFT_ALONE;
        }
    }

    /** There is a way to it. */
    sealed interface Running extends ServerLife {
        ServerRun present();

        @Override
        default Optional<ServerRun> run() {
            return Optional.of(present());
        }

        @Override
        default Optional<ServerWire> wire() {
            return Optional.of(present().wire());
        }

        @Override
        default Restarting toRestarting() {
            return new Restarting(present(), shown());
        }

        @Override
        default Leaving toClosed() {
            return new Leaving(present().wire());
        }
    }

    /** A program or a connection that nobody has ended. */
    sealed interface Wanted extends Running {
        @Override
        default Ready toReady() {
            return new Ready(present());
        }

        @Override
        default Waiting toWaiting() {
            return new Waiting(present());
        }

        @Override
        default LeftAlone toLeftAlone() {
            return new LeftAlone();
        }
    }

    /** It has not told of its tools yet. */
    record Starting(ServerRun present) implements Wanted {
        @Override
        public McpServerView.State shown() {
            return McpServerView.State.STARTING;
        }
    }

    /** Its tools are there. */
    record Ready(ServerRun present) implements Wanted {
        @Override
        public McpServerView.State shown() {
            return McpServerView.State.READY;
        }
    }

    /**
     * It was told to end, and is started anew when it has.
     *
     * @param shown as before
     */
    record Restarting(ServerRun present, McpServerView.State shown) implements Running {
        @Override
        public Starting toStarting(ServerRun run) {
            return new Starting(run);
        }

        @Override
        public LeftAlone toLeftAlone() {
            return new LeftAlone();
        }

        @Override
        public boolean isRestarting() {
            return true;
        }
    }

    /** It ends for good, or has. */
    sealed interface Closed extends ServerLife {
        @Override
        default McpServerView.State shown() {
            return McpServerView.State.ENDED;
        }

        @Override
        default boolean isClosed() {
            return true;
        }
    }

    /** It was told to end for good. */
    record Leaving(ServerWire way) implements Closed {
        @Override
        public Leaving toClosed() {
            return this;
        }

        @Override
        public Gone toGone() {
            return new Gone();
        }

        @Override
        public Optional<ServerWire> wire() {
            return Optional.of(way);
        }
    }

    /** Nothing of it is there any more. */
    record Gone() implements Closed {
        @Override
        public Gone toClosed() {
            return this;
        }
    }
}
