package io.tapgateway.app.session;

import io.tapgateway.user.UserQuestion;
import java.time.Duration;

/**
 * What becomes of what a person is asked while nobody is there who could answer (U-103). None of them means yes.
 */
public enum Absence {
    /** It is denied at once. */
    DENY(Duration.ZERO),
    /** It waits for somebody to come, as long as whoever asks does. */
    WAIT(UserQuestion.LONGEST);

    private final Duration patience;

    Absence(Duration patience) {
        this.patience = patience;
    }

    /** How long it waits. */
    public Duration patience() {
        return patience;
    }
}
