package io.tapgateway.app.terminal;

import io.tapgateway.app.session.NumberedEntry;
import io.tapgateway.app.session.TimelineListener;
import io.tapgateway.app.text.EntryText;
import io.tapgateway.app.text.Paint;
import io.tapgateway.app.text.Span;
import io.tapgateway.app.text.Tone;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.TimelineEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Shows the timelines of all sessions as they grow, whatever is being typed. Thread-safe. */
public final class News implements TimelineListener {
    /** Around what must not be overlooked. */
    private static final String FRAME = "=".repeat(60);

    private final Consumer<String> screen;
    private final Paint paint;
    private final Supplier<String> current;
    private final Predicate<String> isShownElsewhere;

    /**
     * @param screen shows a line, from any thread
     * @param current the session the person is in
     * @param isShownElsewhere whether somebody else shows the timeline of a session just now
     */
    public News(Consumer<String> screen, Paint paint, Supplier<String> current, Predicate<String> isShownElsewhere) {
        this.screen = screen;
        this.paint = paint;
        this.current = current;
        this.isShownElsewhere = isShownElsewhere;
    }

    @Override
    public void onEntry(SessionId session, NumberedEntry numbered) {
        if (isShownElsewhere.test(session.value())) {
            return;
        }
        TimelineEntry entry = numbered.entry();
        List<Span> line = new ArrayList<>();
        if (!session.value().equals(current.get())) {
            line.add(new Span(Tone.FAINT, "(" + session + ") "));
        }
        if (entry.level() == TimelineEntry.Level.PAIRING) {
            line.add(new Span(Tone.LOUD, entry.text()));
            screen.accept(FRAME);
            screen.accept(paint.of(line));
            screen.accept(FRAME);
        } else {
            line.addAll(EntryText.said(entry.level().label(), entry.source(), entry.text()));
            screen.accept(paint.of(line));
        }
    }
}
