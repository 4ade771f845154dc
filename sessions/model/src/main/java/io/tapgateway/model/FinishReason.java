package io.tapgateway.model;

import io.tapgateway.protocol.model.MayChange;

/** Why a model has ended an answer. */
@MayChange
public enum FinishReason {
    /** It has said everything. */
    STOP,
    /** It has said as much as it may. */
    LENGTH,
    /** It wants tools to be used. */
    TOOLS,
    /** What it would have said is not to be shown. */
    FILTER,
    /** For a reason that is none of these. */
    OTHER,
    /** Nobody has said why. */
    UNKNOWN
}
