package io.tapgateway.app.console;

/**
 * A file of the console as browsers get it. Immutable.
 *
 * @param type its media type
 */
public record ConsoleFile(String type, String content) {}
