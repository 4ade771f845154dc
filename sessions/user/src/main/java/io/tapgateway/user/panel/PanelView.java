package io.tapgateway.user.panel;

import io.tapgateway.protocol.model.MayChange;

/**
 * The panel that is open in a session, as people see it. Immutable.
 *
 * @param revision from 1 on; one more each time something else is drawn
 */
@MayChange
public record PanelView(PanelId id, PanelContent content, long revision) {}
