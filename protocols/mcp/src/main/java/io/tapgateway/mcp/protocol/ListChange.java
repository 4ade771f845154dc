package io.tapgateway.mcp.protocol;

/** A list of a server that is another one now (M-022). */
public enum ListChange {
    TOOLS("tools"),
    RESOURCES("resources"),
    PROMPTS("prompts");

    private final String method;
    private final String wish;
    private final String text;

    ListChange(String list) {
        this.method = "notifications/" + list + "/list_changed";
        this.wish = list + "ListChanged";
        this.text = RpcText.notification(method);
    }

    /** Whether a list of a server is another one with that. */
    boolean isOf(ServerList list) {
        return ServerList.changedBy(method).contains(list);
    }

    /** The notification that says so. */
    String method() {
        return method;
    }

    /** The member by which a client that listens wants to hear of it. */
    String wish() {
        return wish;
    }

    /** The message to a client that hears of all of them. */
    public String text() {
        return text;
    }
}
