package io.tapgateway.app.terminal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.thread.DaemonThreads;
import io.tapgateway.user.Ability;
import io.tapgateway.user.ApprovalRequest;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.Scope;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import io.tapgateway.user.UserQuestion;
import io.tapgateway.user.UserRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What the person at the prompt is asked, in all sessions of the process, whose questions share their numbers: shown as
 * lines, and answered by number, or directly while a command holds up the prompt. Thread-safe.
 */
public final class PromptInbox {
    /** What is longer than some screens is not read, and so not asked here (U-105). */
    static final int MOST_CHARACTERS = 16_000;

    /** What a yes is followed by that is for the rest of the session. */
    public static final String SESSION = "session";

    /** The same as a letter, with the number of what is permitted; the first, which is the narrowest, without one. */
    private static final Pattern FOR_SESSION = Pattern.compile("s ?(\\d{0,2})");

    /** How long a command may take before questions are answered beside it. */
    private static final long AT_ONCE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    /** Where that is, for others. */
    static final String HERE = "at the prompt";

    private final Consumer<String> screen;
    private final AnswerLines lines;
    private final Supplier<String> console;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final TreeMap<Long, Item> items = new TreeMap<>();

    @GuardedBy("lock")
    private boolean busy;

    /** The prompt is free again. */
    private final Condition free = lock.newCondition();

    @GuardedBy("lock")
    private Optional<Thread> reader = Optional.empty();

    /**
     * @param screen shows a line, from any thread
     * @param lines where answers come from while a command runs
     * @param console a link to the console, where what is too long for a prompt is approved
     */
    public PromptInbox(Consumer<String> screen, AnswerLines lines, Supplier<String> console) {
        this.screen = screen;
        this.console = console;
        this.lines = lines;
    }

    /** A question, and where it is answered. */
    private record Item(SessionId session, OpenQuestion question, Sitting sitting, boolean pointed) {
        /** As programs call it, too. */
        private long number() {
            return question.id().value();
        }
    }

    /** The person of that session sits here, too. */
    public void sitAt(SessionId session, SessionUser user) {
        new Sitting(session, user).sit();
    }

    /** The prompt at one session. */
    private final class Sitting implements Surface {
        private final SessionId session;
        private final SessionUser user;
        private volatile Optional<Attachment> seat = Optional.empty();

        private Sitting(SessionId session, SessionUser user) {
            this.session = session;
            this.user = user;
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
        public Set<Ability> abilities() {
            return Set.of(Ability.APPROVALS, Ability.QUESTIONS, Ability.FORMS, Ability.LINK);
        }

        /** The terminal stood still for a while, as Ctrl-S makes it; the person is still there. */
        @Override
        public void detached() {
            PromptInbox.this.forget(this);
            sit();
        }

        private void sit() {
            attached(user.attach(this));
        }

        @Override
        public void opened(OpenQuestion question) {
            PromptInbox.this.opened(this, question, false);
        }

        @Override
        public void pointed(OpenQuestion question) {
            PromptInbox.this.opened(this, question, true);
        }

        @Override
        public void closed(OpenQuestion question, QuestionEnd how) {
            PromptInbox.this.closed(this, question, how);
        }
    }

    private void opened(Sitting sitting, OpenQuestion question, boolean pointed) {
        Item item = new Item(sitting.session, question, sitting, pointed);
        lock.lock();
        try {
            items.put(item.number(), item);
        } finally {
            lock.unlock();
        }
        shown(item).forEach(screen);
        if (pointed) {
            screen.accept("    " + console.get());
        }
        readIfBusy();
    }

    /** What was shown there is shown anew. */
    private void forget(Sitting sitting) {
        lock.lock();
        try {
            items.values().removeIf(item -> item.sitting.equals(sitting));
        } finally {
            lock.unlock();
        }
    }

    private void closed(Sitting sitting, OpenQuestion question, QuestionEnd how) {
        Optional<Item> gone;
        lock.lock();
        try {
            gone = Optional.ofNullable(items.get(question.id().value())).filter(item -> item.sitting.equals(sitting));
            gone.ifPresent(item -> items.remove(item.number()));
        } finally {
            lock.unlock();
        }
        gone.ifPresent(item -> screen.accept("[" + item.number() + "] " + PlainText.of(how.text())));
    }

    /** Whose words are whose is said by us; theirs are cleaned, and never cut. */
    private static List<String> shown(Item item) {
        if (item.pointed) {
            return pointed(item);
        }
        return item.question.request().accept(new UserRequest.Visitor<>() {
            @Override
            public List<String> onApproval(ApprovalRequest request) {
                return shown(item, request);
            }

            @Override
            public List<String> onQuestion(UserQuestion question) {
                return shown(item, question);
            }
        });
    }

    /** What is too long to be shown here, by what it is about (U-105). */
    private static List<String> pointed(Item item) {
        String what = item.question.request().accept(new UserRequest.Visitor<>() {
            @Override
            public String onApproval(ApprovalRequest request) {
                return "The agent of '" + item.session + "' wants to use '" + PlainText.of(request.tool()) + "' of "
                        + request.provider() + " with " + LongArguments.named(request);
            }

            @Override
            public String onQuestion(UserQuestion question) {
                return question.asker() + " asks something in '" + item.session + "'";
            }
        });
        return List.of(
                "[" + item.number() + "] " + what,
                "    It is too long to be shown here. Answer it in the console, or deny " + item.number() + " WHY");
    }

    private static List<String> shown(Item item, ApprovalRequest request) {
        List<String> lines = new ArrayList<>();
        String tool = "'" + PlainText.of(request.tool()) + "'";
        lines.add("[" + item.number() + "] May the agent of '" + item.session + "' use "
                + (request.provider().isReserved() ? "its own " + tool : tool + " of " + request.provider()) + " with");
        lines.add(WrappedLine.AS_IT_IS + PlainText.ofJson(request.shownArgs().json()));
        request.diff()
                .ifPresent(
                        diff -> diff.lines().forEach(line -> lines.add(WrappedLine.AS_IT_IS + PlainText.ofJson(line))));
        for (ApprovalRequest.Source source : request.sources()) {
            lines.add("    " + source.name() + " (" + source.trust().label() + ") asks: "
                    + PlainText.of(source.reason()).replaceAll("\\s+", " "));
        }
        if (request.dangerous()) {
            lines.add("    It is dangerous: each use is approved one by one.");
        }
        lines.add("    approve " + item.number() + ", or deny " + item.number() + " WHY");
        List<Scope> scopes = request.scopes();
        for (int i = 0; i < scopes.size(); i++) {
            String which = i == 0 ? "" : " " + (i + 1);
            lines.add("    approve " + item.number() + " " + SESSION + which + ", for this session: "
                    + PlainText.ofJson(scopes.get(i).text()));
        }
        return lines;
    }

    private static List<String> shown(Item item, UserQuestion question) {
        List<String> lines = new ArrayList<>();
        String asks = question.asker().isReserved()
                ? "The agent of '" + item.session + "' asks:"
                : question.asker() + " asks in '" + item.session + "':";
        lines.add("[" + item.number() + "] " + asks);
        if (!question.title().isEmpty()) {
            lines.add(WrappedLine.AS_IT_IS + PlainText.of(question.title()));
        }
        question.text().lines().forEach(line -> lines.add(WrappedLine.AS_IT_IS + PlainText.of(line)));
        for (int i = 0; i < question.choices().size(); i++) {
            lines.add("    " + (i + 1) + ") " + PlainText.of(question.choices().get(i)));
        }
        question.schema().map(FormLines::shown).ifPresent(lines::addAll);
        lines.add("    answer " + item.number() + " " + wanted(question) + ", or deny " + item.number() + " WHY");
        return lines;
    }

    private static String wanted(UserQuestion question) {
        if (question.schema().isPresent()) {
            return FormLines.how(question.schema().get());
        } else if (question.choices().isEmpty()) {
            return "TEXT";
        }
        return question.strict() ? "with the number of a choice" : "with the number of a choice, or TEXT";
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
     * Says yes, once.
     *
     * @param number to which one; the only one if empty
     * @return what stands in the way, a sentence
     */
    public Optional<String> approve(Optional<Long> number) {
        return find(number, PromptInbox::approve);
    }

    /**
     * Says yes for the rest of the session.
     *
     * @param scope the number of what is permitted, from 1, in the order in which it was shown
     * @return what stands in the way, a sentence
     */
    public Optional<String> approve(long number, int scope) {
        return find(Optional.of(number), item -> approve(item, scope));
    }

    /** Says no, and why; returns what stands in the way, a sentence. */
    public Optional<String> deny(long number, String why) {
        return find(Optional.of(number), item -> deny(item, why));
    }

    /**
     * Answers what an agent wants to know.
     *
     * @param text the answer, or the number of a choice
     * @return what stands in the way, a sentence
     */
    public Optional<String> answer(long number, String text) {
        return find(Optional.of(number), item -> answer(item, text));
    }

    private Optional<String> find(Optional<Long> number, Function<Item, Optional<String>> say) {
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
        return item.map(say)
                .orElseGet(() -> Optional.of(number.map(PromptInbox::gone).orElse("Nobody asks anything.")));
    }

    private static String elsewhere(Item item) {
        return "Question " + item.number() + " is too long to be shown here; answer it in the console, or deny it.";
    }

    private static String gone(long number) {
        return "There is no question " + number + " any more.";
    }

    private static Optional<String> said(Item item, Predicate<Attachment> way) {
        return item.sitting.seat.filter(way).isPresent() ? Optional.empty() : Optional.of(gone(item.number()));
    }

    private static Optional<String> deny(Item item, String why) {
        return said(item, seat -> seat.deny(item.question.id(), why));
    }

    private static Optional<String> approve(Item item) {
        return approve(item, () -> said(item, seat -> seat.approve(item.question.id())));
    }

    private static Optional<String> approve(Item item, int scope) {
        List<Scope> scopes = item.question.request().scopes();
        return approve(item, () -> {
            if (scopes.isEmpty()) {
                return Optional.of(
                        "Question " + item.number() + " can only be approved once: approve " + item.number());
            } else if (scope < 1 || scope > scopes.size()) {
                return Optional.of(
                        "What question " + item.number() + " permits for the session is 1 to " + scopes.size() + ".");
            }
            return said(item, seat -> seat.approve(item.question.id(), scopes.get(scope - 1)));
        });
    }

    private static Optional<String> approve(Item item, Supplier<Optional<String>> way) {
        if (item.pointed) {
            return Optional.of(elsewhere(item));
        }
        return item.question.request().accept(new UserRequest.Visitor<>() {
            @Override
            public Optional<String> onApproval(ApprovalRequest request) {
                return way.get();
            }

            @Override
            public Optional<String> onQuestion(UserQuestion question) {
                return Optional.of("Question " + item.number() + " wants an answer: answer " + item.number() + " …");
            }
        });
    }

    private static Optional<String> answer(Item item, String text) {
        if (item.pointed) {
            return Optional.of(elsewhere(item));
        }
        return item.question.request().accept(new UserRequest.Visitor<>() {
            @Override
            public Optional<String> onApproval(ApprovalRequest request) {
                return Optional.of("Question " + item.number() + " wants a yes or a no: approve " + item.number()
                        + ", or deny " + item.number() + " WHY.");
            }

            @Override
            public Optional<String> onQuestion(UserQuestion question) {
                Optional<JsonValue> said = question.schema()
                        .map(form -> FormLines.read(form, text.strip()))
                        .orElseGet(() ->
                                Optional.of(JsonValue.of(choice(question, text).orElse(text))));
                if (said.isEmpty()) {
                    return Optional.of("It is answered with " + wanted(question) + ".");
                }
                JsonValue answer = said.get();
                return question.objection(answer).or(() -> said(item, seat -> seat.answer(item.question.id(), answer)));
            }
        });
    }

    /** The choice of that number. */
    private static Optional<String> choice(UserQuestion question, String number) {
        return IntStream.rangeClosed(1, question.choices().size())
                .filter(it -> Integer.toString(it).equals(number.strip()))
                .mapToObj(it -> question.choices().get(it - 1))
                .findFirst();
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
            free.signalAll();
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
            if (busy && reader.isEmpty() && oldest().isPresent()) {
                reader = Optional.of(DaemonThreads.start("prompt-answers", this::readAnswers));
            }
        } finally {
            lock.unlock();
        }
    }

    private void readAnswers() {
        if (!isHeldUp()) {
            return;
        }
        for (Optional<Item> next = next(); next.isPresent(); next = next()) {
            Item item = next.get();
            screen.accept("[" + item.number() + "] " + wanted(item));
            Optional<String> line = lines.readWhile(() -> waitsFor(item));
            if (line.isEmpty() && waitsFor(item)) {
                return;
            }
            line.flatMap(text -> typed(item, text.strip())).ifPresent(screen);
        }
    }

    /** Whether the command takes longer than those that are done at once, as "approve" is. */
    private boolean isHeldUp() {
        lock.lock();
        try {
            long left = AT_ONCE_NANOS;
            while (busy && left > 0) {
                left = free.awaitNanos(left);
            }
            return busy;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    private static String wanted(Item item) {
        return item.question.request().accept(new UserRequest.Visitor<>() {
            @Override
            public String onApproval(ApprovalRequest request) {
                return request.scopes().isEmpty() ? "y or n?" : "y, n, or s for this session?";
            }

            @Override
            public String onQuestion(UserQuestion question) {
                return "your answer, or an empty line for none?";
            }
        });
    }

    /** What was typed while a command holds up the prompt; returns what stands in the way. */
    private static Optional<String> typed(Item item, String text) {
        return item.question.request().accept(new UserRequest.Visitor<>() {
            @Override
            public Optional<String> onApproval(ApprovalRequest request) {
                String said = text.toLowerCase(Locale.ROOT);
                if (said.equals("y") || said.equals("yes")) {
                    return approve(item);
                }
                Matcher session = FOR_SESSION.matcher(said);
                return session.matches() && !request.scopes().isEmpty()
                        ? approve(item, session.group(1).isEmpty() ? 1 : Integer.parseInt(session.group(1)))
                        : deny(item, "");
            }

            @Override
            public Optional<String> onQuestion(UserQuestion question) {
                return text.isEmpty() ? deny(item, "") : answer(item, text);
            }
        });
    }

    /** The one to be answered next; empty, and nobody reads any more, if there is none or the prompt is free. */
    private Optional<Item> next() {
        lock.lock();
        try {
            Optional<Item> next = busy ? oldest() : Optional.empty();
            if (next.isEmpty()) {
                reader = Optional.empty();
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Of those that are answered here; what is only named here is answered elsewhere, or denied at the free prompt. */
    @GuardedBy("lock")
    private Optional<Item> oldest() {
        return items.values().stream().filter(item -> !item.pointed).findFirst();
    }

    private boolean waitsFor(Item item) {
        lock.lock();
        try {
            return busy && items.containsKey(item.number());
        } finally {
            lock.unlock();
        }
    }
}
