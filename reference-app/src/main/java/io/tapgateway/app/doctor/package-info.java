/**
 * Why a gateway does not work, or soon will not: {@link io.tapgateway.app.doctor.Doctor} runs one {@code DoctorCheck}
 * after the other, and each says in a sentence what it has found and what to do about it. Nothing is changed.
 * Everything runs on the thread that calls.
 */
@NullMarked
package io.tapgateway.app.doctor;

import org.jspecify.annotations.NullMarked;
