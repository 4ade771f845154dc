package io.tapgateway.testkit.authority;

/** Whose credential a provider comes with; each is a column of the matrix. */
enum CredentialKind {
    /** An object in the gateway's process. */
    INTERNAL("", "@ attach %s s1\n"),
    /** A program with a token of its own. */
    PROJECT("@ token spawn s1 ci as token\n", """
            @ open %1$s
            %1$s> {"type":"auth","token":"$token"}
            """),
    /** A program with the token that lies on the disk. */
    DISCOVERY("@ token discovery as token\n", """
            @ open %1$s
            %1$s> {"type":"auth","token":"$token"}
            """),
    /** A page that a user has let in by a code. */
    EXTERNAL("""
            @ open Guest origin=http://localhost:5173
            Guest> {"type":"auth","mode":"pair"}
            Guest< {"type":"auth.pairing","*":"*"}
            @ pairing code as code
            Guest> {"type":"auth.confirm","code":"$code"}
            Guest< {"type":"sessions","token":"$token","*":"*"}
            Guest> {"type":"hello","name":"ci","protocolVersion":2}
            Guest< {"type":"hello.ack","*":"*"}
            Guest< {"type":"session.lifecycle","*":"*"}
            Guest> {"type":"goodbye"}
            Guest! close 1000
            """, """
            @ open %1$s origin=http://localhost:5173
            %1$s> {"type":"auth","token":"$token"}
            """);

    private final String credential;
    private final String entry;

    CredentialKind(String credential, String entry) {
        this.credential = credential;
        this.entry = entry;
    }

    /** The lines by which it gets its credential. */
    String credential() {
        return credential;
    }

    /** The lines by which a peer of that name gets as far as its {@code hello}. */
    String entry(String peer) {
        return entry.formatted(peer) + peer + "< {\"type\":\"sessions\",\"*\":\"*\"}\n";
    }
}
