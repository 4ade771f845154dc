package io.tapgateway.user.panel;

import io.tapgateway.protocol.model.MayChange;

/**
 * What an open panel is called where people see it, new for each opening (Z-093). Immutable.
 *
 * @param value {@code panel-1} and so on in each session
 */
@MayChange
public record PanelId(String value) {
    @Override
    public String toString() {
        return value;
    }
}
