/**
 * The contract in words and samples, each field described once: {@link io.tapgateway.protocol.contract.MessageShapes}.
 *
 * <p>From it come the JSON Schemas, the AsyncAPI document and the message tables under {@code docs/protocol}, and the
 * corpus of messages that the codec is tested with.
 */
package io.tapgateway.protocol.contract;
