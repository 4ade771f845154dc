package io.tapgateway.user;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A question on its way to its end. Its seats are confined to the lock of its {@link Person}, all else is thread-safe.
 */
final class Pending implements Asked {
    private final Person person;
    private final OpenQuestion question;
    private final CompletableFuture<Approval> answer = new CompletableFuture<>();
    private final Set<Seat> shownAt = new HashSet<>();

    Pending(Person person, OpenQuestion question) {
        this.person = person;
        this.question = question;
    }

    OpenQuestion question() {
        return question;
    }

    ApprovalRequest request() {
        return question.request();
    }

    /** Where somebody may answer it. */
    Set<Seat> shownAt() {
        return shownAt;
    }

    void complete(Approval how) {
        answer.complete(how);
    }

    @Override
    public CompletionStage<Approval> answer() {
        return answer.minimalCompletionStage();
    }

    @Override
    public void withdraw() {
        person.withdraw(this);
    }
}
