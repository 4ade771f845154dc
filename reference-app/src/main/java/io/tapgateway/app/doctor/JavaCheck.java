package io.tapgateway.app.doctor;

import java.util.List;

/** The Java that runs this. Immutable. */
record JavaCheck(Runtime.Version version, String home) implements DoctorCheck {
    private static final String NAME = "java";
    private static final int FIRST = 17;
    /** The newest that every build is tested with. */
    private static final int TESTED = 25;

    @Override
    public List<DoctorFinding> findings() {
        String what = "Java " + version + " in " + home;
        if (version.feature() < FIRST) {
            return List.of(DoctorFinding.fail(
                    NAME, what + " is too old.", "Install Java " + FIRST + " or later, and point JAVA_HOME to it."));
        }
        if (version.feature() > TESTED) {
            return List.of(DoctorFinding.warn(
                    NAME,
                    what + " is newer than any this version was tested with.",
                    "If something odd happens, try Java " + TESTED + "."));
        }
        return List.of(DoctorFinding.ok(NAME, what + "."));
    }
}
