package io.tapgateway.user;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A surface that is attached. Thread-safe; its surface is not trusted to work. */
final class Seat implements Attachment {
    private static final Logger LOG = LoggerFactory.getLogger(Seat.class);

    private final Person person;
    private final Surface surface;

    Seat(Person person, Surface surface) {
        this.person = person;
        this.surface = surface;
    }

    boolean canShow(UserRequest request) {
        return request.length() <= surface.mostCharacters();
    }

    void opened(OpenQuestion question) {
        attempt(() -> surface.opened(question));
    }

    void closed(OpenQuestion question, String how) {
        attempt(() -> surface.closed(question, how));
    }

    private void attempt(Runnable notice) {
        try {
            notice.run();
        } catch (RuntimeException broken) {
            LOG.warn("A place where the person of a session may sit has failed and is detached", broken);
            close();
        }
    }

    @Override
    public boolean approve(QuestionId question) {
        return person.approve(this, question, surface.name());
    }

    @Override
    public boolean approve(QuestionId question, Scope scope) {
        return person.grant(this, question, scope, surface.name());
    }

    @Override
    public boolean deny(QuestionId question, String reason) {
        return person.deny(this, question, reason, surface.name());
    }

    @Override
    public boolean answer(QuestionId question, String text) {
        return person.answer(this, question, text, surface.name());
    }

    @Override
    public void close() {
        person.leave(this);
    }
}
