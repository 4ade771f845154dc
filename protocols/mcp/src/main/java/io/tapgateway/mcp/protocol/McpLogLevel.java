package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.Vocabulary;

/** How serious a line of a log is, from the least on. */
public enum McpLogLevel {
    DEBUG,
    INFO,
    NOTICE,
    WARNING,
    ERROR,
    CRITICAL,
    ALERT,
    EMERGENCY;

    /** The words of messages. */
    static final Vocabulary<McpLogLevel> WORDS = Vocabulary.lowerCase(McpLogLevel.class);
}
