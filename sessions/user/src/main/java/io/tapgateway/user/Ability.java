package io.tapgateway.user;

import io.tapgateway.protocol.model.MayChange;

/** What a {@link Surface} is able to do for a person. */
@MayChange
public enum Ability {
    /** Shows a use of a tool whole, and takes a yes or a no. */
    APPROVALS,
    /** Shows a question with its choices, and takes a text. */
    QUESTIONS,
    /** Shows the form of a question, and takes an object. */
    FORMS,
    /** Shows notes. */
    NOTES,
    /** Has a line that is being written, into which a text can be put. */
    LINE,
    /** Shows a panel, and has keys for it. */
    PANELS,
    /** Says of what it cannot show whole where that can be seen: in a console, to which it has a link (U-105). */
    LINK
}
