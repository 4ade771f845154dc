/**
 * Texts of others, before people see them. Whoever makes a {@link io.tapgateway.user.Note} or a {@link
 * io.tapgateway.user.panel.PanelContent}, it is clean of what is removed here; what else is shown is cleaned by whoever
 * shows it.
 */
@NullMarked
package io.tapgateway.user.text;

import org.jspecify.annotations.NullMarked;
