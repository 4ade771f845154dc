package io.tapgateway.user;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.panel.PanelId;
import io.tapgateway.user.panel.PanelKey;
import io.tapgateway.user.panel.PanelView;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A surface that is attached. Thread-safe; its surface is not trusted to work. */
final class Seat implements Attachment {
    private static final Logger LOG = LoggerFactory.getLogger(Seat.class);

    private final Person person;
    private final Surface surface;
    private final String name;
    private final int mostCharacters;
    private final Set<Ability> abilities;
    private final boolean deputy;
    private final Courier courier;

    Seat(Person person, Surface surface, UserTime time) {
        this.person = person;
        this.surface = surface;
        this.name = surface.name();
        this.mostCharacters = surface.mostCharacters();
        this.abilities = Set.copyOf(surface.abilities());
        this.deputy = surface.isDeputy();
        this.courier = new Courier(time, new Courier.Receiver() {
            @Override
            public void failed(RuntimeException broken) {
                LOG.warn("A place where the person of a session may sit has failed and is detached", broken);
                detach();
            }

            @Override
            public void hangs() {
                LOG.warn(
                        "A place where the person of a session may sit has hung for {} s and is detached",
                        Courier.PATIENCE.toSeconds());
                detach();
            }
        });
    }

    String name() {
        return name;
    }

    boolean can(Ability ability) {
        return abilities.contains(ability);
    }

    /** Whether it is able to show such requests at all, however long they are. */
    boolean shows(UserRequest request) {
        return abilities.contains(request.needed()) && !(deputy && isOfAgent(request));
    }

    /** A program that an agent comes with is not asked about what this agent does by itself (U-108). */
    private static boolean isOfAgent(UserRequest request) {
        return request.accept(new UserRequest.Visitor<>() {
            @Override
            public Boolean onApproval(ApprovalRequest approval) {
                return approval.provider().isReserved();
            }

            @Override
            public Boolean onQuestion(UserQuestion question) {
                return false;
            }
        });
    }

    boolean canShow(UserRequest request) {
        return shows(request) && request.length() <= mostCharacters;
    }

    /** Whether it says where a request can be seen that is too long for it. */
    boolean canPointAt(UserRequest request) {
        return shows(request) && can(Ability.LINK) && request.length() <= SessionUser.MOST_OF_REQUEST;
    }

    /** Whether its no counts only where nobody else could say anything (U-108). */
    boolean isDeputy() {
        return deputy;
    }

    void opened(OpenQuestion question) {
        tell(it -> it.opened(question));
    }

    void pointed(OpenQuestion question) {
        tell(it -> it.pointed(question));
    }

    void closed(OpenQuestion question, QuestionEnd how) {
        tell(it -> it.closed(question, how));
    }

    void noted(KeptNote note) {
        tell(it -> it.noted(note));
    }

    void cleared(Optional<ProviderName> source) {
        tell(it -> it.cleared(source));
    }

    void insert(ProviderName source, String text) {
        tell(it -> it.insert(source, text));
    }

    void panel(Optional<PanelView> panel) {
        tell(it -> it.panel(panel));
    }

    private void tell(Consumer<Surface> notice) {
        courier.deliver(() -> notice.accept(surface));
    }

    private void detach() {
        if (person.change(it -> it.leave(this))) {
            tell(Surface::detached);
        }
    }

    @Override
    public boolean approve(QuestionId question) {
        return person.change(it -> it.active(this) && it.questions().approve(this, question));
    }

    @Override
    public boolean approve(QuestionId question, Scope scope) {
        return person.change(it -> it.active(this) && it.questions().grant(this, question, scope));
    }

    @Override
    public boolean deny(QuestionId question, String reason) {
        return person.change(it -> it.active(this) && it.questions().deny(this, question, reason));
    }

    @Override
    public boolean answer(QuestionId question, JsonValue value) {
        return person.change(it -> it.active(this) && it.questions().answer(this, question, value));
    }

    @Override
    public boolean key(PanelId panel, PanelKey key) {
        return person.change(it -> it.key(this, panel, key));
    }

    @Override
    public boolean dismiss(PanelId panel) {
        return person.change(it -> it.dismiss(this, panel));
    }

    @Override
    public boolean active() {
        return person.change(it -> it.active(this));
    }

    @Override
    public boolean away(Duration atMost) {
        return person.change(it -> it.away(this, atMost));
    }

    @Override
    public boolean back() {
        return person.change(it -> it.back(this));
    }

    @Override
    public void close() {
        person.change(it -> it.leave(this));
    }
}
