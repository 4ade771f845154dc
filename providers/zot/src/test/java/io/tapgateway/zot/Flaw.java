package io.tapgateway.zot;

import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.SessionInterceptor;
import io.tapgateway.user.SessionUser;
import java.time.Duration;
import java.util.List;

/** What is wrong, on purpose, with the world in which extensions are simulated. Thread-safe. */
interface Flaw {
    /** Nothing is. */
    Flaw NONE = new Flaw() {};

    /** What the gateway keeps to. */
    default Limits limits(Limits agreed) {
        return agreed;
    }

    /** Whom extensions know as the person at their session. */
    default SessionUser user(SessionUser person) {
        return person;
    }

    /** Which model extensions are told of, by a gateway with that token. */
    default String model(String token) {
        return "";
    }

    /** Who is asked what an agent may do, for {@code interceptor}. */
    default SessionInterceptor interceptor(SessionInterceptor interceptor) {
        return interceptor;
    }

    /** Whether a program is said to have ended once it is asked to. */
    default boolean reportsEndsEarly() {
        return false;
    }

    /** Whether what a program has not read when it ends waits for ever. */
    default boolean holdsWhatIsUnread() {
        return false;
    }

    /** Whether nothing goes on for anybody while a program does not read. */
    default boolean waitsForReaders() {
        return false;
    }

    /** Whether those that are loaded together bind as they come. */
    default boolean bindsAtOnce() {
        return false;
    }

    /** How long it takes until something is done that is to be done after that time. */
    default Duration delay(Duration asked) {
        return asked;
    }

    /** What a program hears of a line, as its {@code number}-th. */
    default List<String> heard(int number, String line) {
        return List.of(line);
    }

    /** What is read of a line that a program prints. */
    default String printed(SimulatedProgram program, String line) {
        return line;
    }
}
