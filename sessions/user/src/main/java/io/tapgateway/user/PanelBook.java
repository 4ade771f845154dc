package io.tapgateway.user;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.panel.PanelContent;
import io.tapgateway.user.panel.PanelId;
import io.tapgateway.user.panel.PanelKey;
import io.tapgateway.user.panel.PanelListener;
import io.tapgateway.user.panel.PanelView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The panel that is open in one session, and those that somebody would like to open. Confined to the lock of its {@link
 * Person}.
 */
final class PanelBook {
    private final Person person;
    private final Seats seats;
    private final Consumer<Runnable> news;
    private final Runnable whenChanged;
    private final Map<ProviderName, DrawnPanel> offered = new LinkedHashMap<>();
    private Optional<DrawnPanel> open = Optional.empty();
    private long last;
    private boolean over;

    PanelBook(Person person, Seats seats, Consumer<Runnable> news, Runnable whenChanged) {
        this.person = person;
        this.seats = seats;
        this.news = news;
        this.whenChanged = whenChanged;
    }

    /** Opens one in the place of whatever is open (Z-094). */
    DrawnPanel open(PanelContent content, PanelListener listener, UserTime time) {
        DrawnPanel panel = panel(content, listener, time);
        if (over) {
            panel.end(news);
        } else {
            open(panel, time.nanos());
        }
        return panel;
    }

    /** Opens one if the same owner has one open; else it waits for the person (Z-095). */
    DrawnPanel offer(PanelContent content, PanelListener listener, UserTime time) {
        if (over || open.filter(it -> it.source().equals(content.source())).isPresent()) {
            return open(content, listener, time);
        }
        DrawnPanel panel = panel(content, listener, time);
        panel.waitUntil(time.nanos() + SessionUser.PANEL_OFFER.toNanos());
        Optional.ofNullable(offered.put(content.source(), panel)).ifPresent(it -> it.end(news));
        return panel;
    }

    private DrawnPanel panel(PanelContent content, PanelListener listener, UserTime time) {
        return new DrawnPanel(person, new PanelId("panel-" + ++last), content, listener, time);
    }

    private void open(DrawnPanel panel, long now) {
        open.ifPresent(it -> it.end(news));
        Optional.ofNullable(offered.remove(panel.source()))
                .filter(it -> !it.equals(panel))
                .ifPresent(it -> it.end(news));
        panel.look(now);
        open = Optional.of(panel);
        tell(now);
    }

    /** Opens what that source has offered; false if there is nothing. */
    boolean reveal(String source, long now) {
        Optional<DrawnPanel> found = offered.values().stream()
                .filter(it -> it.source().folded().equals(source.toLowerCase(Locale.ROOT)))
                .findFirst();
        found.ifPresent(it -> open(it, now));
        return found.isPresent();
    }

    private void tell(long now) {
        open.ifPresent(it -> it.shown(now));
        Optional<PanelView> view = open.map(DrawnPanel::view);
        seats.with(Ability.PANELS).forEach(seat -> news.accept(() -> seat.panel(view)));
        news.accept(whenChanged);
    }

    boolean show(DrawnPanel panel, PanelContent content, long now) {
        if (panel.isGone() || !panel.source().equals(content.source())) {
            return false;
        }
        panel.draw(content);
        if (open.filter(panel::equals).isPresent() && panel.mayBeShown(now)) {
            tell(now);
        }
        return true;
    }

    /** A key for the panel of that id; false if it is not open. */
    boolean key(PanelId id, PanelKey key, long now) {
        Optional<DrawnPanel> panel = open.filter(it -> it.id().equals(id));
        panel.ifPresent(it -> {
            it.look(now);
            news.accept(() -> it.key(key));
        });
        return panel.isPresent();
    }

    /** Closes the panel of that id; false if it is not open. */
    boolean dismiss(PanelId id, long now) {
        Optional<DrawnPanel> panel = open.filter(it -> it.id().equals(id));
        panel.ifPresent(it -> close(it, now));
        return panel.isPresent();
    }

    void close(DrawnPanel panel, long now) {
        if (panel.isGone()) {
            return;
        }
        panel.end(news);
        offered.remove(panel.source(), panel);
        if (open.filter(panel::equals).isPresent()) {
            open = Optional.empty();
            tell(now);
        }
    }

    /** What that source has is closed with it (Z-099). */
    void leave(ProviderName source, long now) {
        all().filter(it -> it.source().equals(source)).toList().forEach(it -> close(it, now));
    }

    /** Somebody sees what is open. */
    Optional<PanelView> look(long now) {
        open.ifPresent(it -> it.look(now));
        return open.map(DrawnPanel::view);
    }

    Optional<PanelView> view() {
        return open.map(DrawnPanel::view);
    }

    private Stream<DrawnPanel> all() {
        return Stream.concat(open.stream(), offered.values().stream());
    }

    void timePassed(long now) {
        List<DrawnPanel> overdue = offered.values().stream()
                .filter(it -> Deadlines.hasCome(it.waitsUntil(), now))
                .toList();
        overdue.forEach(it -> close(it, now));
        if (open.filter(it -> Deadlines.hasCome(OptionalLong.of(forgotten(it, now)), now))
                .isPresent()) {
            close(open.orElseThrow(), now);
        } else if (open.filter(it -> Deadlines.hasCome(it.redrawAt(), now)).isPresent()) {
            tell(now);
        }
    }

    /** When it has not been seen for too long; where somebody may see it that is always far away. */
    private long forgotten(DrawnPanel panel, long now) {
        long seen = seats.with(Ability.PANELS).findAny().isPresent() ? now : panel.lookedAt();
        return seen + SessionUser.PANEL_FORGOTTEN.toNanos();
    }

    OptionalLong nextDeadline(long now) {
        LongStream ofOpen = open.stream()
                .flatMapToLong(it -> LongStream.concat(LongStream.of(forgotten(it, now)), it.redrawAt().stream()));
        LongStream ofOffered = offered.values().stream().flatMapToLong(it -> it.waitsUntil().stream());
        return Deadlines.first(LongStream.concat(ofOpen, ofOffered));
    }

    void close(long now) {
        over = true;
        all().toList().forEach(it -> close(it, now));
    }
}
