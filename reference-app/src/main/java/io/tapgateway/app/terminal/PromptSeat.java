package io.tapgateway.app.terminal;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.Ability;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import io.tapgateway.user.panel.PanelId;
import io.tapgateway.user.panel.PanelKey;
import io.tapgateway.user.panel.PanelView;
import java.util.Optional;
import java.util.Set;

/**
 * The prompt at the session in which its person is: there is the line that is written, and the panel that takes its
 * place. What that session asks is shown with what the others ask, by {@link PromptInbox}. Thread-safe.
 */
final class PromptSeat implements Surface, AutoCloseable {
    private final SessionUser user;
    private final TypedLine line;
    private volatile Optional<Attachment> seat = Optional.empty();
    private volatile Optional<PanelView> panel = Optional.empty();

    /** What is closed already, for whatever else is said of it. */
    private volatile Optional<PanelId> dismissed = Optional.empty();

    private PromptSeat(SessionUser user, TypedLine line) {
        this.user = user;
        this.line = line;
    }

    static PromptSeat at(SessionUser user, TypedLine line) {
        PromptSeat seat = new PromptSeat(user, line);
        seat.sit();
        return seat;
    }

    private void sit() {
        seat = Optional.of(user.attach(this));
    }

    boolean isAt(SessionUser other) {
        return user.equals(other);
    }

    /** The panel that is to be seen. */
    Optional<PanelView> panel() {
        return panel.filter(it -> dismissed.filter(it.id()::equals).isEmpty());
    }

    /** A key was pressed while that panel was to be seen. */
    void press(PanelId seen, PanelKey key) {
        // Where it is not open any more, the next panel must not have it.
        seat.ifPresent(it -> it.key(seen, key));
    }

    /** The person closes that panel. */
    void dismiss(PanelId seen) {
        dismissed = Optional.of(seen);
        seat.ifPresent(it -> it.dismiss(seen));
    }

    /** The person has written something. */
    void active() {
        seat.ifPresent(Attachment::active);
    }

    @Override
    public String name() {
        return PromptInbox.HERE;
    }

    @Override
    public int mostCharacters() {
        return PromptInbox.MOST_CHARACTERS;
    }

    @Override
    public Set<Ability> abilities() {
        return Set.of(Ability.LINE, Ability.PANELS);
    }

    @Override
    public void opened(OpenQuestion question) {}

    @Override
    public void closed(OpenQuestion question, QuestionEnd how) {}

    @Override
    public void insert(ProviderName source, String text) {
        line.insert(text);
    }

    @Override
    public void panel(Optional<PanelView> now) {
        panel = now;
        if (panel().isPresent()) {
            line.giveWay();
        }
    }

    /** The terminal stood still for a while, as Ctrl-S makes it; the person is still there. */
    @Override
    public void detached() {
        sit();
    }

    @Override
    public void close() {
        seat.ifPresent(Attachment::close);
        panel = Optional.empty();
    }
}
