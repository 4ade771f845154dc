package io.tapgateway.app.terminal;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Where a person's short answers come from while a command holds up the prompt. */
@FunctionalInterface
public interface AnswerLines {
    /**
     * The next line, without its end. Blocks; called by one thread at a time.
     *
     * @param wanted asked several times a second
     * @return empty once it is not wanted any more, or there are no more lines
     */
    Optional<String> readWhile(BooleanSupplier wanted);
}
