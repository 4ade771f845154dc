package io.tapgateway.app.doctor;

import java.util.List;

/** Looks at one thing, and leaves it as it is. Immutable. */
@FunctionalInterface
interface DoctorCheck {
    /** At least one, or none if there is nothing to look at. */
    List<DoctorFinding> findings();
}
