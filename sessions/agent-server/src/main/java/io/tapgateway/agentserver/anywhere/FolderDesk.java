package io.tapgateway.agentserver.anywhere;

import io.tapgateway.model.TurnEvent;
import io.tapgateway.user.OpenQuestion;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What is to be done in one folder: one run of the clients' at a time, and a few that wait. Runs that providers
 * or others ask for are taken up as they come. Confined to its {@link AnywhereDesk}.
 */
final class FolderDesk {
    /** How many runs of clients wait, the one that runs not counted. */
    static final int MOST_WAITING = 5;

    private final Folder folder;
    private final String model;
    private final Supplier<String> ids;
    private final Consumer<AnywhereEffect> effects;
    private final AnywhereQuestions questions;

    /** Runs whose clients may not know yet that they were taken. */
    private final Map<String, Run> accepted = new HashMap<>();

    private final Deque<Run> waiting = new ArrayDeque<>();
    private final Map<Long, Run> heard = new HashMap<>();
    private Optional<Run> offered = Optional.empty();
    private Optional<RunWire> running = Optional.empty();

    /** Turns of runs that were cancelled before they began: their clients know that they are done. */
    private final Set<Long> abandoned = new HashSet<>();

    private boolean blocked;
    private int count;

    FolderDesk(Folder folder, String model, Supplier<String> ids, Consumer<AnywhereEffect> effects) {
        this.folder = folder;
        this.model = model;
        this.ids = ids;
        this.effects = effects;
        this.questions = new AnywhereQuestions(folder.id(), ids, this::tell);
    }

    Folder folder() {
        return folder;
    }

    AnywhereQuestions questions() {
        return questions;
    }

    /** How much was said there that is remembered. */
    int count() {
        return count;
    }

    boolean isBusy() {
        return running.isPresent() || isTaken() || !waiting.isEmpty() || !accepted.isEmpty();
    }

    /** Whether a run of a client's has one of the places that all folders share. */
    boolean isTaken() {
        return offered.isPresent() || !heard.isEmpty() || !abandoned.isEmpty();
    }

    boolean isFull() {
        return waiting.size() + accepted.size() >= MOST_WAITING + (isTaken() ? 0 : 1);
    }

    /** It begins with {@link #begin}. */
    void accept(Run run) {
        accepted.put(run.id(), run);
    }

    /** Its client knows of it, or has gone. */
    void begin(String id) {
        Optional.ofNullable(accepted.remove(id)).ifPresent(run -> {
            count++;
            wire(run).inbound();
            waiting.addLast(run);
        });
    }

    /** Whether the run that has waited longest could be taken up. */
    boolean wantsPlace() {
        return !waiting.isEmpty() && !isTaken() && !blocked;
    }

    /** There is a place for it. */
    void goOn() {
        Run next = waiting.removeFirst();
        offered = Optional.of(next);
        effects.accept(new AnywhereEffect.Hear(folder.id(), next));
    }

    void taken(long turn) {
        offered.ifPresent(run -> heard.put(turn, run));
        offered = Optional.empty();
    }

    /** Somebody else talks to the agent: it is tried again when that is over. */
    void refused() {
        offered.ifPresent(waiting::addFirst);
        offered = Optional.empty();
        blocked = true;
    }

    private RunWire wire(Run run) {
        return new RunWire(run, folder.id(), model, this::tell);
    }

    void happened(TurnEvent event) {
        event.accept(new TurnEvent.Visitor() {
            @Override
            public void onStarted(TurnEvent.Started started) {
                if (abandoned.contains(started.turn())) {
                    effects.accept(new AnywhereEffect.Interrupt(folder.id()));
                } else {
                    running = Optional.of(wire(run(started)));
                }
            }

            @Override
            public void onEnded(TurnEvent.Ended ended) {
                running = Optional.empty();
                heard.remove(ended.turn());
                abandoned.remove(ended.turn());
                blocked = false;
            }

            @Override
            public void onDropped(TurnEvent.Dropped dropped) {
                Optional.ofNullable(heard.remove(dropped.turn()))
                        .ifPresent(it -> wire(it).done(RunWire.Reason.CANCELLED));
                abandoned.remove(dropped.turn());
                blocked = false;
            }
        });
        running.ifPresent(event::accept);
    }

    /** What begins unasked is a run like all others. */
    private Run run(TurnEvent.Started started) {
        Optional<Run> ours = Optional.ofNullable(heard.get(started.turn()));
        if (ours.isPresent()) {
            return ours.get();
        }
        String source = started.provider().orElse("person");
        Run run = new Run(ids.get(), started.text(), source, Run.Mode.CHAT, 1);
        count++;
        wire(run).inbound();
        return run;
    }

    /** Ends what runs or waits under that id; false if nothing does. */
    boolean cancel(String id) {
        return cancel(run -> run.id().equals(id));
    }

    /** Ends all that runs or waits; false if nothing does. */
    boolean cancelAll() {
        return cancel(run -> true);
    }

    private boolean cancel(Predicate<Run> wanted) {
        boolean runs = running.map(RunWire::run).filter(wanted).isPresent();
        if (runs) {
            effects.accept(new AnywhereEffect.Interrupt(folder.id()));
        }
        List<Run> waited = waiting.stream().filter(wanted).toList();
        waiting.removeAll(waited);
        List<Run> unbegun = abandon(wanted);
        Stream.of(unbegun, waited).flatMap(List::stream).forEach(it -> wire(it).done(RunWire.Reason.CANCELLED));
        return runs || !waited.isEmpty() || !unbegun.isEmpty();
    }

    /** The agent has them already: they are stopped as soon as they begin. */
    private List<Run> abandon(Predicate<Run> wanted) {
        List<Run> all = new ArrayList<>();
        heard.entrySet().removeIf(each -> {
            boolean begun =
                    running.map(RunWire::run).filter(each.getValue()::equals).isPresent();
            boolean mine = !begun && wanted.test(each.getValue());
            if (mine) {
                abandoned.add(each.getKey());
                all.add(each.getValue());
            }
            return mine;
        });
        return all;
    }

    /** Nothing happens there any more: whatever runs or waits is done. */
    void end() {
        accepted.values().forEach(it -> wire(it).inbound());
        Stream.of(
                        running.map(RunWire::run).stream(),
                        heard.values().stream(),
                        accepted.values().stream(),
                        waiting.stream())
                .flatMap(Function.identity())
                .distinct()
                .forEach(it -> wire(it).done(RunWire.Reason.CANCELLED));
        running = Optional.empty();
        accepted.clear();
    }

    /** What was said is forgotten. */
    void forget() {
        count = 0;
        effects.accept(new AnywhereEffect.Forget(folder.id()));
    }

    void opened(OpenQuestion question) {
        questions.opened(question, running.map(it -> it.run().id()).orElse(""));
    }

    private void tell(AnywhereEvent event) {
        effects.accept(new AnywhereEffect.Tell(event));
    }
}
