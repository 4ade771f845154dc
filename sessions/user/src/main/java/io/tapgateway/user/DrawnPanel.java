package io.tapgateway.user;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.panel.Panel;
import io.tapgateway.user.panel.PanelContent;
import io.tapgateway.user.panel.PanelId;
import io.tapgateway.user.panel.PanelKey;
import io.tapgateway.user.panel.PanelListener;
import io.tapgateway.user.panel.PanelView;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A panel and how it is. What is not said by {@link Panel} is confined to the lock of its {@link Person}, but for
 * {@link #key}; its listener is not trusted to work.
 */
final class DrawnPanel implements Panel {
    private static final Logger LOG = LoggerFactory.getLogger(DrawnPanel.class);

    private final Person person;
    private final PanelId id;
    private final PanelListener listener;
    private final Courier courier;
    private PanelContent content;
    private long revision = 1;
    private boolean drawnAnew;
    private boolean gone;
    private long shownAt;
    private long lookedAt;
    private OptionalLong waitsUntil = OptionalLong.empty();

    DrawnPanel(Person person, PanelId id, PanelContent content, PanelListener listener, UserTime time) {
        this.person = person;
        this.id = id;
        this.content = content;
        this.listener = listener;
        this.courier = new Courier(time, new Courier.Receiver() {
            @Override
            public void failed(RuntimeException broken) {
                LOG.warn("The owner of the panel {} has failed", id, broken);
            }

            @Override
            public void hangs() {
                LOG.warn("The owner of the panel {} has hung for {} s", id, Courier.PATIENCE.toSeconds());
            }
        });
    }

    @Override
    public PanelId id() {
        return id;
    }

    @Override
    public boolean show(PanelContent next) {
        return person.change(it -> it.show(this, next));
    }

    @Override
    public void close() {
        person.does(it -> it.close(this));
    }

    ProviderName source() {
        return content.source();
    }

    PanelView view() {
        return new PanelView(id, content, revision);
    }

    void draw(PanelContent next) {
        content = next.title().isEmpty() ? next.withTitle(content.title()) : next;
        revision++;
        drawnAnew = true;
    }

    boolean mayBeShown(long now) {
        return now - shownAt >= SessionUser.PANEL_PACE.toNanos();
    }

    /** When the newest content is due that people have not been shown. */
    OptionalLong redrawAt() {
        return drawnAnew ? OptionalLong.of(shownAt + SessionUser.PANEL_PACE.toNanos()) : OptionalLong.empty();
    }

    void shown(long now) {
        shownAt = now;
        drawnAnew = false;
        waitsUntil = OptionalLong.empty();
    }

    void look(long now) {
        lookedAt = now;
    }

    long lookedAt() {
        return lookedAt;
    }

    void waitUntil(long deadline) {
        waitsUntil = OptionalLong.of(deadline);
    }

    /** Until when it is good that is only offered. */
    OptionalLong waitsUntil() {
        return waitsUntil;
    }

    boolean isGone() {
        return gone;
    }

    void end(Consumer<Runnable> news) {
        gone = true;
        news.accept(() -> courier.deliver(listener::closed));
    }

    /** Thread-safe. */
    void key(PanelKey key) {
        if (courier.length() <= PanelListener.MOST_KEYS_WAITING) {
            courier.deliver(() -> listener.key(key));
        }
    }
}
