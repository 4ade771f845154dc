package io.tapgateway.testkit.transcript;

import io.tapgateway.testkit.ManualClock;
import java.util.EnumSet;
import java.util.Set;

/** The gateway keeps to every transcript, in virtual time. */
class TranscriptsTest implements TranscriptContract {
    @Override
    public Stage stage() {
        return new VirtualStage(ManualClock.create());
    }

    @Override
    public Set<Transcript.Need> offers() {
        return EnumSet.allOf(Transcript.Need.class);
    }
}
