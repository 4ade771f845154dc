package io.tapgateway.zot;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.panel.Panel;
import io.tapgateway.user.panel.PanelContent;
import io.tapgateway.user.panel.PanelId;
import io.tapgateway.user.panel.PanelKey;
import io.tapgateway.user.panel.PanelListener;
import java.util.Optional;

/**
 * What one program of an extension draws for the person of its session, who has one panel at most (Z-093 – Z-099). The
 * program calls its panels as it likes; nobody else gets to see these names. Confined to the program thread, but for
 * keys.
 */
final class ExtensionPanels {
    private final ProviderName source;
    private final ExtensionHost host;
    private final ExtensionChannel channel;

    /** The newest, which is open or offered; whatever was there before has made room for it. */
    private Optional<Drawn> newest = Optional.empty();

    private boolean closed;

    ExtensionPanels(ProviderName source, ExtensionHost host, ExtensionChannel channel) {
        this.source = source;
        this.host = host;
        this.channel = channel;
    }

    /** Opens a panel that its person wants (Z-094); none if they are closed. */
    Optional<PanelId> open(ExtensionFrame.Drawing drawing) {
        if (closed) {
            return Optional.empty();
        }
        Drawn drawn = drawn(drawing);
        drawn.panel = Optional.of(host.user().open(content(drawing), drawn));
        return drawn.panel.map(Panel::id);
    }

    /** Would like to open one (Z-095). */
    void offer(ExtensionFrame.Drawing drawing) {
        Drawn drawn = drawn(drawing);
        drawn.panel = Optional.of(host.user().offer(content(drawing), drawn));
    }

    private Drawn drawn(ExtensionFrame.Drawing drawing) {
        Drawn drawn = new Drawn(drawing.id());
        newest = Optional.of(drawn);
        return drawn;
    }

    /** Draws anew in the panel of that name, if it has one (Z-096). */
    void render(ExtensionFrame.Drawing drawing) {
        named(drawing.id()).flatMap(it -> it.panel).ifPresent(it -> it.show(content(drawing)));
    }

    /** Closes the panel of that name, if it has one. */
    void close(String id) {
        named(id).ifPresent(it -> {
            it.knows = true;
            it.panel.ifPresent(Panel::close);
        });
    }

    /** Nothing of it is shown any more. */
    void close() {
        closed = true;
        newest.flatMap(it -> it.panel).ifPresent(Panel::close);
    }

    private Optional<Drawn> named(String id) {
        return newest.filter(it -> it.id.equals(id));
    }

    private PanelContent content(ExtensionFrame.Drawing drawing) {
        return new PanelContent(source, drawing.title(), drawing.lines(), drawing.footer());
    }

    /** Whoever has opened another panel of that name meanwhile would take this end for that one's. */
    private void ended(Drawn drawn) {
        newest = newest.filter(it -> !it.equals(drawn));
        if (!drawn.knows && named(drawn.id).isEmpty()) {
            channel.send(HostFrames.panelClose(drawn.id));
        }
    }

    private final class Drawn implements PanelListener {
        private final String id;
        private Optional<Panel> panel = Optional.empty();

        /** Whether the program has closed it itself. */
        private boolean knows;

        private Drawn(String id) {
            this.id = id;
        }

        @Override
        public void key(PanelKey key) {
            channel.send(HostFrames.panelKey(id, key));
        }

        @Override
        public void closed() {
            host.thread().execute(() -> ended(this));
        }
    }
}
