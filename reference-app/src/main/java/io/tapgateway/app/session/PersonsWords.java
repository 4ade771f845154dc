package io.tapgateway.app.session;

import io.tapgateway.app.text.ProgramName;
import io.tapgateway.protocol.model.UsePreview;
import io.tapgateway.runtime.ApprovalWithdrawal;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.user.Approval;
import io.tapgateway.user.ApprovalRequest;
import io.tapgateway.user.Withdrawal;

/** What the gateway wants a person to decide, in the words of the person's port, and back. Stateless. */
final class PersonsWords {
    private static final String DENIED = "Denied by the user";

    /** What the user can do where nobody is who could say yes (U-107). */
    static final String ADVICE = ProgramName.ofThisProcess()
            .in("'tapgateway run' on a terminal asks there and, once confirmed, in 'tapgateway open';"
                    + " 'tapgateway config approve-in-agent true' has agents ask, from the next start on.");

    private PersonsWords() {}

    /** @param dangerous whether every single use has to be approved, whatever the question says of it */
    static ApprovalRequest request(CallQuestion question, boolean dangerous) {
        return new ApprovalRequest(
                        question.tool(),
                        question.provider(),
                        question.args(),
                        question.askers().stream()
                                .map(it -> new ApprovalRequest.Source(it.provider(), it.trust(), it.reason()))
                                .toList(),
                        dangerous || question.isDangerous())
                .showing(question.preview().flatMap(UsePreview::diff));
    }

    static Withdrawal of(ApprovalWithdrawal why) {
        return switch (why) {
            case CANCELLED -> Withdrawal.ASKER;
            case EXPIRED -> Withdrawal.EXPIRED;
            case INTERRUPTED -> Withdrawal.INTERRUPTED;
            case ENDED -> Withdrawal.ENDED;
        };
    }

    /** @param anybody whether somebody is there who could say yes */
    static CallApproval of(Approval approval, boolean anybody) {
        return approval.accept(new Approval.Visitor<>() {
            @Override
            public CallApproval onApproved(Approval.Approved approved) {
                return CallApproval.APPROVED.by(approved.by());
            }

            @Override
            public CallApproval onDenied(Approval.Denied denied) {
                if (denied.by().equals(Approval.Denied.BY_US)) {
                    return CallApproval.denied("Denied: " + denied.reason() + ".");
                }
                String why = denied.reason().isBlank() ? DENIED + "." : DENIED + ": " + denied.reason();
                return CallApproval.denied(why).by(denied.by());
            }

            @Override
            public CallApproval onAbsent(Approval.Absent absent) {
                return CallApproval.denied(anybody ? absent.why() : absent.why() + " " + ADVICE);
            }

            @Override
            public CallApproval onWithdrawn(Approval.Withdrawn withdrawn) {
                return CallApproval.denied(withdrawn.why().sentence());
            }
        });
    }
}
