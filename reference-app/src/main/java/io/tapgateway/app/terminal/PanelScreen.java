package io.tapgateway.app.terminal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.app.text.Paint;
import io.tapgateway.user.panel.PanelView;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A panel in the place of the line that is typed. As long as it is open, whatever is typed is for its owner, but for
 * Escape and Ctrl-C, which close it (Z-098). Drawn and read by the main thread; {@link #above} is thread-safe.
 */
final class PanelScreen {
    /** How many lines wait to be shown above a panel at most; the oldest makes room. */
    static final int MOST_ABOVE = 1_000;

    /** How often somebody looks whether there is something new to be drawn. */
    private static final long LOOK_MILLIS = 33;

    /** When nothing has followed an escape for that long, it was the key. */
    private static final long ESCAPE_MILLIS = 100;

    private static final Logger LOG = LoggerFactory.getLogger(PanelScreen.class);

    private final Terminal terminal;
    private final Paint paint;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Deque<String> above = new ArrayDeque<>();

    @GuardedBy("lock")
    private boolean open;

    private int drawnRows;

    PanelScreen(Terminal terminal, Paint paint) {
        this.terminal = terminal;
        this.paint = paint;
    }

    /** Shows a line above the panel; false if none is drawn. */
    boolean above(String line) {
        lock.lock();
        try {
            if (open) {
                if (above.size() == MOST_ABOVE) {
                    above.removeFirst();
                }
                above.add(line);
            }
            return open;
        } finally {
            lock.unlock();
        }
    }

    /** Draws the panel of that seat and takes its keys until none is open. */
    void play(PromptSeat seat) {
        Attributes former = terminal.enterRawMode();
        Terminal.SignalHandler ofSignal = terminal.handle(
                Terminal.Signal.INT, signal -> seat.panel().map(PanelView::id).ifPresent(seat::dismiss));
        begin();
        try {
            terminal.writer().print(PanelKeys.ANNOUNCE_PASTES);
            playUntilClosed(seat);
        } catch (IOException e) {
            LOG.debug("The terminal has been taken away", e);
            seat.panel().map(PanelView::id).ifPresent(seat::dismiss);
        } finally {
            draw(end(), List.of());
            terminal.writer().print(PanelKeys.FORGET_PASTES);
            terminal.writer().flush();
            terminal.handle(Terminal.Signal.INT, ofSignal);
            terminal.setAttributes(former);
        }
    }

    private void playUntilClosed(PromptSeat seat) throws IOException {
        PanelKeys keys = new PanelKeys();
        Optional<Picture> drawn = Optional.empty();
        for (Optional<PanelView> panel = seat.panel(); panel.isPresent(); panel = seat.panel()) {
            PanelView seen = panel.get();
            Picture picture = new Picture(seen, terminal.getSize());
            List<String> news = takeAbove();
            if (!news.isEmpty() || drawn.filter(picture::equals).isEmpty()) {
                draw(news, picture.lines(paint));
                drawn = Optional.of(picture);
            }
            int read = terminal.reader().read(keys.isMidway() ? ESCAPE_MILLIS : LOOK_MILLIS);
            if (read == NonBlockingReader.EOF) {
                throw new IOException("the end of what is typed");
            }
            PanelKeys.Pressed pressed = read < 0 ? keys.silence() : keys.typed((char) read);
            pressed.keys().forEach(key -> seat.press(seen.id(), key));
            if (pressed.closes()) {
                seat.dismiss(seen.id());
            }
        }
    }

    /** What is to be seen, on a terminal of that size. */
    private record Picture(PanelView panel, Size size) {
        List<String> lines(Paint paint) {
            return PanelPicture.of(panel.content(), size.getColumns(), size.getRows(), paint);
        }
    }

    private void begin() {
        lock.lock();
        try {
            open = true;
            drawnRows = 0;
        } finally {
            lock.unlock();
        }
    }

    private List<String> end() {
        lock.lock();
        try {
            open = false;
            return takeAbove();
        } finally {
            lock.unlock();
        }
    }

    private List<String> takeAbove() {
        lock.lock();
        try {
            List<String> lines = new ArrayList<>(above);
            above.clear();
            return lines;
        } finally {
            lock.unlock();
        }
    }

    /** In the place of what was drawn last. */
    private void draw(List<String> before, List<String> lines) {
        for (int i = 0; i < drawnRows; i++) {
            terminal.puts(Capability.cursor_up);
        }
        terminal.puts(Capability.carriage_return);
        terminal.puts(Capability.clr_eos);
        before.forEach(terminal.writer()::println);
        lines.forEach(terminal.writer()::println);
        terminal.flush();
        drawnRows = lines.size();
    }
}
