package io.tapgateway.app.doctor;

import java.util.Locale;

/**
 * What a check has found. Immutable.
 *
 * @param check what was looked at, in one word
 * @param sentence what there is
 * @param advice what to do about it; empty only if all is well
 */
public record DoctorFinding(String check, Verdict verdict, String sentence, String advice) {
    public DoctorFinding {
        if (advice.isEmpty() != (verdict == Verdict.OK)) {
            throw new IllegalArgumentException("what is not well, and only that, needs advice");
        }
    }

    /** How bad it is. */
    public enum Verdict {
        /** All is well. */
        OK,
        /** It works, but not as it should, or not for long. */
        WARN,
        /** It does not work, or is not safe. */
        FAIL;

        /** In lower case, for JSON. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static DoctorFinding ok(String check, String sentence) {
        return new DoctorFinding(check, Verdict.OK, sentence, "");
    }

    static DoctorFinding warn(String check, String sentence, String advice) {
        return new DoctorFinding(check, Verdict.WARN, sentence, advice);
    }

    static DoctorFinding fail(String check, String sentence, String advice) {
        return new DoctorFinding(check, Verdict.FAIL, sentence, advice);
    }
}
