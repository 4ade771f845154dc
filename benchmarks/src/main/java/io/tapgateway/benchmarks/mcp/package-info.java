/** What it costs that a tool is one of an MCP server: a program that is talked to in lines. */
@NullMarked
package io.tapgateway.benchmarks.mcp;

import org.jspecify.annotations.NullMarked;
