package io.tapgateway.mcp.protocol.http;

import java.util.List;

/**
 * A client's end of a connection over HTTP. Each method is something that has happened, and answers with what is to be
 * done about it, in this order. What is said of an exchange that is over is ignored. Confined to one thread at a time.
 */
public interface HttpTalk {
    /** Where the server is. */
    ServerAddress address();

    /** Whether it is Streamable HTTP, as servers without a handshake speak it. */
    boolean isStreamable();

    /** The talk begins. */
    List<HttpAct> begin();

    /** A message is to be sent. */
    List<HttpAct> send(String message);

    /** The head of an answer has come. */
    List<HttpAct> head(long exchange, AnswerHead head);

    /** A piece of the body of an answer has come. */
    List<HttpAct> body(long exchange, byte[] bytes);

    /** An answer is complete. */
    List<HttpAct> end(long exchange);

    /** A request could not be sent, or its answer ends in the middle. */
    List<HttpAct> lost(long exchange, Loss loss);

    /** A pause is over. */
    List<HttpAct> due(long timer);

    /** There is another token to try it with, or there is none. */
    List<HttpAct> renewed(long exchange, boolean another);

    /** The talk ends; requests that are still to be sent take leave of the server. */
    List<HttpAct> leave();

    /** How an exchange has come to nothing. */
    enum Loss {
        /** There is no connection to the server. */
        UNREACHABLE,
        /** The connection has ended before the answer was complete. */
        CUT
    }
}
