package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.runtime.core.rule.Judgement;

/**
 * One {@code gate.check} that was sent. Immutable.
 *
 * @param askedAt when it was sent
 */
public record GateQuestion(
        CallId id, Inquiry inquiry, Judgement.Gate<Guard> gate, Connection connection, long askedAt) {}
