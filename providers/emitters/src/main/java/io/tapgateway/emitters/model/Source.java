package io.tapgateway.emitters.model;

import io.tapgateway.programs.Command;

/** Where the events of an emitter come from. Immutable. */
public sealed interface Source {
    /** The lines that a command prints. */
    record Run(Command command) implements Source {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onRun(this);
        }
    }

    /** A text that starts a turn of the agent. */
    record Ask(String prompt) implements Source {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onAsk(this);
        }
    }

    /** Calls the method for this kind of source. */
    <R> R accept(Visitor<R> visitor);

    /** One method for each kind of source. */
    interface Visitor<R> {
        R onRun(Run run);

        R onAsk(Ask ask);
    }
}
