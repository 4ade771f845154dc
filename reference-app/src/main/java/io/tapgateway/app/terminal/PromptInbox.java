package io.tapgateway.app.terminal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.user.ApprovalRequest;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * What the person at the prompt is asked, in all sessions of the process: shown as lines with numbers of their own, and
 * answered by number, or by {@code y} and {@code n} while a command holds up the prompt. Thread-safe.
 */
public final class PromptInbox {
    /** What is longer than some screens is not read, and so not asked here (U-105). */
    static final int MOST_CHARACTERS = 16_000;

    private static final String HERE = "at the prompt";

    private final Consumer<String> screen;
    private final AnswerLines lines;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final TreeMap<Integer, Item> items = new TreeMap<>();

    @GuardedBy("lock")
    private int last;

    @GuardedBy("lock")
    private boolean busy;

    @GuardedBy("lock")
    private Optional<Thread> reader = Optional.empty();

    /**
     * @param screen shows a line, from any thread
     * @param lines where answers come from while a command runs
     */
    public PromptInbox(Consumer<String> screen, AnswerLines lines) {
        this.screen = screen;
        this.lines = lines;
    }

    /** A question, and where it is answered. */
    private record Item(int number, SessionId session, OpenQuestion question, Sitting sitting) {}

    /** The person of that session sits here, too. */
    public void sitAt(SessionId session, SessionUser user) {
        Sitting sitting = new Sitting(session);
        sitting.attached(user.attach(sitting));
    }

    /** The prompt at one session. */
    private final class Sitting implements Surface {
        private final SessionId session;
        private volatile Optional<Attachment> seat = Optional.empty();

        private Sitting(SessionId session) {
            this.session = session;
        }

        private void attached(Attachment attachment) {
            seat = Optional.of(attachment);
        }

        @Override
        public String name() {
            return HERE;
        }

        @Override
        public int mostCharacters() {
            return MOST_CHARACTERS;
        }

        @Override
        public void opened(OpenQuestion question) {
            PromptInbox.this.opened(this, question);
        }

        @Override
        public void closed(OpenQuestion question, String how) {
            PromptInbox.this.closed(this, question, how);
        }
    }

    private void opened(Sitting sitting, OpenQuestion question) {
        Item item;
        lock.lock();
        try {
            item = new Item(++last, sitting.session, question, sitting);
            items.put(item.number, item);
        } finally {
            lock.unlock();
        }
        shown(item).forEach(screen);
        readIfBusy();
    }

    private void closed(Sitting sitting, OpenQuestion question, String how) {
        Optional<Item> gone;
        lock.lock();
        try {
            gone = items.values().stream()
                    .filter(item -> item.sitting.equals(sitting) && item.question.equals(question))
                    .findFirst();
            gone.ifPresent(item -> items.remove(item.number));
        } finally {
            lock.unlock();
        }
        gone.ifPresent(item -> screen.accept("[" + item.number + "] " + how));
    }

    /** Whose words are whose is said by us; theirs are cleaned, and never cut. */
    private static List<String> shown(Item item) {
        ApprovalRequest request = item.question.request();
        List<String> lines = new ArrayList<>();
        lines.add("[" + item.number + "] May the agent of '" + item.session + "' use '" + PlainText.of(request.tool())
                + "' of " + request.provider() + " with");
        lines.add("      " + PlainText.ofJson(request.args().json()));
        for (ApprovalRequest.Source source : request.sources()) {
            lines.add("    " + source.name() + " (" + source.trust().label() + ") asks: "
                    + PlainText.of(source.reason()).replaceAll("\\s+", " "));
        }
        lines.add("    approve " + item.number + ", or deny " + item.number + " WHY");
        return lines;
    }

    /** What waits for an answer, as it was shown. */
    public List<String> listed() {
        lock.lock();
        try {
            return items.values().stream().flatMap(item -> shown(item).stream()).toList();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Answers.
     *
     * @param number which one; the only one if empty
     * @param refusal why not; empty for a yes
     * @return what stands in the way, a sentence
     */
    public Optional<String> answer(Optional<Integer> number, Optional<String> refusal) {
        Optional<Item> item;
        lock.lock();
        try {
            if (number.isEmpty() && items.size() > 1) {
                return Optional.of("There are " + items.size() + " questions; say which: " + items.keySet() + ".");
            }
            item = number.map(items::get)
                    .or(() -> items.values().stream()
                            .filter(it -> number.isEmpty())
                            .findFirst());
        } finally {
            lock.unlock();
        }
        return item.filter(it -> say(it, refusal)).isPresent()
                ? Optional.empty()
                : Optional.of(
                        number.isPresent()
                                ? "There is no question " + number.get() + " any more."
                                : "Nobody asks anything.");
    }

    private static boolean say(Item item, Optional<String> refusal) {
        return item.sitting
                .seat
                .filter(seat -> refusal.isPresent()
                        ? seat.deny(item.question.id(), refusal.get())
                        : seat.approve(item.question.id()))
                .isPresent();
    }

    /** A command holds up the prompt from now on: questions are answered by single letters. */
    public void commandBegins() {
        lock.lock();
        try {
            busy = true;
        } finally {
            lock.unlock();
        }
        readIfBusy();
    }

    /** The prompt is free again: returns once nobody else reads what is typed. */
    public void commandEnds() {
        Optional<Thread> reading;
        lock.lock();
        try {
            busy = false;
            reading = reader;
            reader = Optional.empty();
        } finally {
            lock.unlock();
        }
        reading.ifPresent(PromptInbox::await);
    }

    private static void await(Thread reading) {
        boolean interrupted = false;
        while (reading.isAlive()) {
            try {
                reading.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void readIfBusy() {
        lock.lock();
        try {
            if (busy && reader.isEmpty() && !items.isEmpty()) {
                Thread thread = new Thread(this::readAnswers, "prompt-answers");
                thread.setDaemon(true);
                reader = Optional.of(thread);
                thread.start();
            }
        } finally {
            lock.unlock();
        }
    }

    private void readAnswers() {
        for (Optional<Item> next = oldest(); next.isPresent(); next = oldest()) {
            Item item = next.get();
            screen.accept("[" + item.number + "] y or n?");
            Optional<String> line = lines.readWhile(() -> waitsFor(item));
            if (line.isEmpty() && waitsFor(item)) {
                return;
            }
            line.map(text -> text.strip().toLowerCase(Locale.ROOT)).ifPresent(text -> {
                boolean yes = text.equals("y") || text.equals("yes");
                var unused = say(item, yes ? Optional.empty() : Optional.of(""));
            });
        }
    }

    /** The one to be answered next; empty, and nobody reads any more, if there is none or the prompt is free. */
    private Optional<Item> oldest() {
        lock.lock();
        try {
            if (!busy || items.isEmpty()) {
                reader = Optional.empty();
                return Optional.empty();
            }
            return Optional.of(items.firstEntry().getValue());
        } finally {
            lock.unlock();
        }
    }

    private boolean waitsFor(Item item) {
        lock.lock();
        try {
            return busy && items.containsKey(item.number);
        } finally {
            lock.unlock();
        }
    }
}
