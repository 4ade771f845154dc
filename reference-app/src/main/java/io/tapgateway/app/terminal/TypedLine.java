package io.tapgateway.app.terminal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.protocol.json.Characters;
import java.io.IOError;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.Reference;
import org.jline.reader.UserInterruptException;
import org.jline.reader.Widget;
import org.jline.utils.AttributedString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The line that a person types. One thread reads it; all others may put something into it or above it. Thread-safe, but
 * for {@link #next}.
 */
final class TypedLine {
    /** How many characters wait for the next line at most; what is more is lost. */
    static final int MOST_WAITING = 64 << 10;

    private static final String INSERT = "tapgateway-insert";
    private static final String ESCAPE = "tapgateway-escape";
    private static final Logger LOG = LoggerFactory.getLogger(TypedLine.class);

    private final LineReader editor;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final StringBuilder waiting = new StringBuilder();

    /** Who types a line just now. */
    @GuardedBy("lock")
    private Optional<Thread> reading = Optional.empty();

    @GuardedBy("lock")
    private boolean gaveWay;

    private TypedLine(LineReader editor) {
        this.editor = editor;
    }

    /** What Escape does, alone. */
    void onEscape(Runnable action) {
        editor.getWidgets().put(ESCAPE, () -> {
            action.run();
            return true;
        });
        Optional.ofNullable(editor.getKeyMaps().get(LineReader.MAIN))
                .ifPresent(keys -> keys.bind(new Reference(ESCAPE), "\u001b"));
    }

    static TypedLine of(LineReader editor) {
        TypedLine line = new TypedLine(editor);
        Widget insert = () -> {
            editor.getBuffer().write(line.takeWaiting());
            return true;
        };
        editor.getWidgets().put(INSERT, insert);
        editor.getWidgets().put(LineReader.CALLBACK_INIT, insert);
        return line;
    }

    /**
     * The next one, in words.
     *
     * @param begun what it begins with, before what waits for it
     * @param givesWay whether something else is to be shown; {@link #giveWay} is called when that becomes true
     * @return no word at all after a Ctrl-C, and when it gave way; empty at the end
     */
    Optional<List<String>> next(String prompt, String begun, BooleanSupplier givesWay) {
        begin(begun);
        try {
            if (givesWay.getAsBoolean()) {
                return Optional.of(List.of());
            }
            editor.readLine(prompt, null, (Character) null, null);
            return Optional.of(editor.getParsedLine().words());
        } catch (UserInterruptException e) {
            keepIfGaveWay(e.getPartialLine());
            return Optional.of(List.of());
        } catch (EndOfFileException e) {
            return Optional.empty();
        } catch (IllegalStateException | IOError e) {
            LOG.debug("The process ends, or the terminal has been taken away", e);
            return Optional.empty();
        } finally {
            end();
        }
    }

    private void begin(String begun) {
        lock.lock();
        try {
            waiting.insert(0, begun);
            gaveWay = false;
            reading = Optional.of(Thread.currentThread());
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        editor.getBuffer().clear();
        lock.lock();
        try {
            reading = Optional.empty();
            if (gaveWay) {
                // It may have come too late for the line, and must not hit what follows.
                var unused = Thread.interrupted();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Something was typed just then, which the next line begins with. */
    private void keepIfGaveWay(String typed) {
        lock.lock();
        try {
            if (gaveWay) {
                waiting.insert(0, typed);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the line if nothing has been typed of it, so that something else can be shown; else that comes after it. */
    void giveWay() {
        lock.lock();
        try {
            if (reading.isPresent() && editor.getBuffer().length() == 0) {
                gaveWay = true;
                reading.get().interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Puts a text where the cursor is, or else into the next line; it is cleaned, and not sent (Z-088). */
    void insert(String text) {
        boolean now;
        lock.lock();
        try {
            // What was typed and gave way counts, and is never cut itself.
            int room = Math.max(0, MOST_WAITING - waiting.length());
            waiting.append(Characters.beginning(PlainText.of(text), room));
            now = reading.isPresent();
        } finally {
            lock.unlock();
        }
        if (now) {
            show();
        }
    }

    private void show() {
        try {
            editor.callWidget(INSERT);
            editor.callWidget(LineReader.REDISPLAY);
        } catch (IllegalStateException e) {
            LOG.debug("The line has just been sent; the text waits for the next one", e);
        }
    }

    private String takeWaiting() {
        lock.lock();
        try {
            String text = waiting.toString();
            waiting.setLength(0);
            return text;
        } finally {
            lock.unlock();
        }
    }

    /** Shows a line above it, broken between words where the terminal is narrower. */
    void above(String text) {
        try {
            editor.printAbove(WrappedLine.of(
                    AttributedString.fromAnsi(text),
                    editor.getTerminal().getSize().getColumns()));
        } catch (IllegalStateException e) {
            LOG.debug("Nobody is at the terminal any more", e);
        }
    }
}
