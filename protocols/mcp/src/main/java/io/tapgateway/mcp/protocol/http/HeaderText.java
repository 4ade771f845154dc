package io.tapgateway.mcp.protocol.http;

import io.tapgateway.mcp.protocol.McpLimit;

/** What may stand in the head of a request. Stateless. */
final class HeaderText {
    private HeaderText() {}

    /** Whether a server's id, of a session or an event, can be given back: visible ASCII, and not too much of it. */
    static boolean isId(String text) {
        return !text.isEmpty()
                && text.length() <= McpLimit.ID_CHARACTERS.most()
                && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }
}
