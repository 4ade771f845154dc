/**
 * How a client of an MCP server logs in by OAuth 2.1 (M-071): where the documents are that say who gives out tokens,
 * what of them is believed, and what is asked of whom. Everything here is a computation; nothing has a socket, a clock
 * or randomness. All types are immutable.
 */
@NullMarked
package io.tapgateway.mcp.protocol.oauth;

import org.jspecify.annotations.NullMarked;
