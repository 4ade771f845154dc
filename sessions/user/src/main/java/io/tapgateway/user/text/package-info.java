/**
 * Texts of others, before people see them. Nothing here is for other modules: whoever makes a {@link
 * io.tapgateway.user.Note} or a {@link io.tapgateway.user.panel.PanelContent}, it is clean of what is removed here.
 */
@NullMarked
package io.tapgateway.user.text;

import org.jspecify.annotations.NullMarked;
