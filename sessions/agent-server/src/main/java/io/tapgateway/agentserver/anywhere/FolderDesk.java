package io.tapgateway.agentserver.anywhere;

import io.tapgateway.model.TurnEvent;
import io.tapgateway.user.OpenQuestion;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private RunPlace place = RunPlace.begin();
    private Optional<RunWire> running = Optional.empty();
    private int count;

    FolderDesk(Folder folder, String model, Supplier<String> ids, Consumer<AnywhereEffect> effects) {
        this.folder = folder;
        this.model = model;
        this.ids = ids;
        this.effects = effects;
        this.questions = new AnywhereQuestions(folder.id(), ids, this::tell);
    }

    /** The one place where it changes what a client's run has of the agent. */
    private void transition(RunPlace next) {
        place = next;
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
        return place.isTaken();
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
        return !waiting.isEmpty() && place.isFree();
    }

    /** There is a place for it. */
    void goOn() {
        Run next = waiting.removeFirst();
        transition(place.toOffered(next));
        effects.accept(new AnywhereEffect.Hear(folder.id(), next));
    }

    void taken(long turn) {
        transition(place.toTaken(turn));
    }

    /** Somebody else talks to the agent: it is tried again when that is over. */
    void refused() {
        place.run().ifPresent(waiting::addFirst);
        transition(place.toBlocked());
    }

    private RunWire wire(Run run) {
        return new RunWire(run, folder.id(), model, this::tell);
    }

    void happened(TurnEvent event) {
        event.accept(new TurnEvent.Visitor() {
            @Override
            public void onStarted(TurnEvent.Started started) {
                if (place.abandons(started.turn())) {
                    effects.accept(new AnywhereEffect.Interrupt(folder.id()));
                } else {
                    running = Optional.of(wire(run(started)));
                }
            }

            @Override
            public void onEnded(TurnEvent.Ended ended) {
                running = Optional.empty();
                transition(place.toOver(ended.turn()));
            }

            @Override
            public void onDropped(TurnEvent.Dropped dropped) {
                place.run(dropped.turn()).ifPresent(it -> wire(it).done(RunWire.Reason.CANCELLED));
                transition(place.toOver(dropped.turn()));
            }
        });
        running.ifPresent(event::accept);
    }

    /** What begins unasked is a run like all others. */
    private Run run(TurnEvent.Started started) {
        Optional<Run> ours = place.run(started.turn());
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
        Optional<Run> unbegun = abandon(wanted);
        Stream.concat(unbegun.stream(), waited.stream()).forEach(it -> wire(it).done(RunWire.Reason.CANCELLED));
        return runs || !waited.isEmpty() || unbegun.isPresent();
    }

    /** The agent has it already: it is stopped as soon as it begins. */
    private Optional<Run> abandon(Predicate<Run> wanted) {
        Optional<Run> begun = running.map(RunWire::run);
        Optional<Run> unbegun =
                place.run().filter(it -> !begun.equals(Optional.of(it))).filter(wanted);
        if (unbegun.isPresent()) {
            transition(place.toAbandoned());
        }
        return unbegun;
    }

    /** Nothing happens there any more: whatever runs or waits is done. */
    void end() {
        accepted.values().forEach(it -> wire(it).inbound());
        Stream.of(
                        running.map(RunWire::run).stream(),
                        place.run().stream(),
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
