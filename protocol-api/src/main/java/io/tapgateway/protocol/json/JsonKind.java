package io.tapgateway.protocol.json;

/** The kinds of JSON value. */
public enum JsonKind {
    OBJECT,
    ARRAY,
    STRING,
    NUMBER,
    BOOLEAN,
    NULL
}
