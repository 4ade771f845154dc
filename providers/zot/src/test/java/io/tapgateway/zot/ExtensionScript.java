package io.tapgateway.zot;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * What happens in one run: a list of deeds that is made from a seed, so that another run can have the same ones, or the
 * same but for those of one extension. Immutable.
 */
record ExtensionScript(long seed, List<Persona> personas, List<Deed> deeds) {
    private static final int DEEDS = 50;
    private static final int MOST_PERSONAS = 4;
    private static final int SETTLED_SECONDS = 4;

    /** Who harms others if anybody can; it has nothing in common with them. */
    static final String HOSTILE = "zz-hostile";

    /** Something that somebody does. */
    enum Act {
        CALL(12),
        MANY_CALLS(1),
        CANCEL(2),
        INTERRUPT(1),
        CHECK(8),
        COMMAND(7),
        MANY_COMMANDS(1),
        TURN(4),
        TEXT(4),
        SPEAK(2),
        IDLE(8),
        INSIST(5),
        ALL_INSIST(1),
        PASS(14),
        PASS_LONG(2),
        ANSWER(24),
        ANSWER_BADLY(2),
        ANSWER_LATE(12),
        NOTES(2),
        NONSENSE(2),
        REGISTER(3),
        SUBSCRIBE(1),
        STOP_READING(2),
        READ_ON(3),
        FALL_SILENT(1),
        DIE(2),
        DIE_GLADLY(1),
        OPEN_PANEL(3),
        OFFER_PANEL(1),
        TAKE_PANEL(2),
        DRAW(2),
        PRESS(7),
        LEAVE_PANEL(1),
        CLOSE_PANEL(1),
        RELOAD(1),
        NOTHING(0);

        private final int weight;

        Act(int weight) {
            this.weight = weight;
        }

        private static Act any(Random random) {
            int total = IntStream.of(weights()).sum();
            int choice = random.nextInt(total);
            for (Act act : values()) {
                choice -= act.weight;
                if (choice < 0) {
                    return act;
                }
            }
            throw new AssertionError(choice);
        }

        private static int[] weights() {
            return List.of(values()).stream().mapToInt(it -> it.weight).toArray();
        }
    }

    /**
     * One of them.
     *
     * @param whose about which extension it is, or which one does it
     */
    record Deed(Act act, String whose, int choice) {
        @Override
        public String toString() {
            return act.name().toLowerCase(Locale.ROOT) + "(" + whose + ", " + choice + ")";
        }
    }

    ExtensionScript {
        personas = List.copyOf(personas);
        deeds = List.copyOf(deeds);
    }

    static ExtensionScript of(long seed) {
        Random random = new Random(seed);
        List<Persona> personas = personas(random);
        List<Deed> deeds = new ArrayList<>();
        for (int i = 0; i < DEEDS; i++) {
            String whose = personas.get(random.nextInt(personas.size())).name();
            deeds.add(new Deed(Act.any(random), whose, random.nextInt(1_000)));
        }
        return new ExtensionScript(seed, personas, deeds);
    }

    static List<Persona> personas(Random random) {
        return IntStream.rangeClosed(1, 2 + random.nextInt(MOST_PERSONAS - 1))
                .mapToObj(i -> Persona.sociable("ext" + i, random))
                .toList();
    }

    /** The same with one more, who may do what it likes, but for what a session has once only. */
    ExtensionScript withHostile() {
        Random random = new Random(~seed);
        List<Persona> all = new ArrayList<>(personas);
        all.add(Persona.loner(HOSTILE, random));
        List<Act> harm = List.of(
                Act.ANSWER,
                Act.ANSWER_BADLY,
                Act.ANSWER_LATE,
                Act.NOTES,
                Act.NONSENSE,
                Act.REGISTER,
                Act.STOP_READING,
                Act.FALL_SILENT,
                Act.DIE,
                Act.DIE_GLADLY);
        List<Deed> more = new ArrayList<>();
        // Until then they wait for each other, as those do that are loaded together.
        more.add(new Deed(Act.PASS_LONG, personas.get(0).name(), SETTLED_SECONDS));
        for (Deed deed : deeds) {
            if (deed.act() != Act.RELOAD) {
                more.add(deed);
            }
            if (random.nextInt(3) == 0) {
                // By an odd number it registers names that nobody else has.
                more.add(new Deed(harm.get(random.nextInt(harm.size())), HOSTILE, 2 * random.nextInt(500) + 1));
            }
        }
        return new ExtensionScript(seed, all, more);
    }

    /** The same, in which that one does nothing. */
    ExtensionScript without(String whose) {
        return new ExtensionScript(
                seed,
                personas,
                deeds.stream()
                        .map(it -> it.whose().equals(whose) ? new Deed(Act.NOTHING, whose, 0) : it)
                        .toList());
    }

    /** Does one thing in a world. */
    static void perform(Deed deed, int number, SimulatedExtensions world) {
        String whose = deed.whose();
        int choice = deed.choice();
        switch (deed.act()) {
            case CALL -> world.call(tool(world.personas.get(whose), choice), "call " + number);
            case MANY_CALLS ->
                IntStream.rangeClosed(1, 300).forEach(i -> world.call(whose + "_own", "call " + number + "/" + i));
            case CANCEL -> {
                if (!world.calls.isEmpty()) {
                    world.calls.get(choice % world.calls.size()).cancel();
                }
            }
            case INTERRUPT -> world.session.interrupt();
            case CHECK -> world.check("shell", "check " + number);
            case COMMAND -> world.command("/" + whose + " " + choice);
            case MANY_COMMANDS -> IntStream.rangeClosed(1, 20).forEach(i -> world.command("/" + whose));
            case TURN -> world.turn(number);
            case TEXT -> world.text("text " + number + " of the model");
            case SPEAK -> world.speak();
            case IDLE -> world.session.idle();
            case INSIST -> IntStream.rangeClosed(1, 6).forEach(i -> insist(whose, world));
            case ALL_INSIST ->
                IntStream.rangeClosed(1, 18).forEach(i -> {
                    world.inject("pusher" + i % 4);
                    insist(whose, world);
                });
            case PASS -> world.pass(Duration.ofMillis(choice * 3L));
            case PASS_LONG -> world.pass(Duration.ofSeconds(choice % 90));
            case TAKE_PANEL -> world.command("/panel " + whose);
            case PRESS -> world.press();
            case LEAVE_PANEL -> world.leavePanel();
            case RELOAD -> world.reload();
            case NOTHING -> world.settle();
            default -> world.running(whose).ifPresent(it -> perform(deed.act(), choice, it));
        }
    }

    /** An extension wants something said to the agent, which has nothing else to do. */
    private static void insist(String whose, SimulatedExtensions world) {
        world.running(whose).ifPresent(it -> it.says("{\"type\":\"submit\",\"text\":\"go on\"}"));
        world.settle();
        world.session.idle();
    }

    private static String tool(Persona persona, int choice) {
        return persona.tools().get(choice % persona.tools().size());
    }

    private static void perform(Act act, int choice, SimulatedProgram program) {
        switch (act) {
            case ANSWER -> answer(program, choice);
            case ANSWER_BADLY -> answerBadly(program, choice);
            case ANSWER_LATE -> answerLate(program, choice);
            case NOTES -> IntStream.range(0, 70).forEach(i -> program.says(note("note " + choice + "/" + i)));
            case NONSENSE -> IntStream.range(0, 60).forEach(i -> program.says("nonsense " + choice + "/" + i));
            case REGISTER ->
                program.says(
                        Extensions.tool(choice % 2 == 0 ? "late" + choice % 3 : program.name() + "_" + choice % 3));
            case SUBSCRIBE -> program.says(Extensions.GUARD);
            case STOP_READING -> program.reads(false);
            case READ_ON -> program.reads(true);
            case FALL_SILENT -> program.fallsSilent();
            case OPEN_PANEL -> answerByPanel(program, choice);
            case OFFER_PANEL -> program.says("{\"type\":\"open_panel\",\"panel\":" + panel(choice) + "}");
            case DRAW ->
                program.says(
                        "{\"type\":\"panel_render\",\"panel_id\":\"" + panelId(choice) + "\",\"lines\":[\"again\"]}");
            case CLOSE_PANEL -> program.says("{\"type\":\"panel_close\",\"panel_id\":\"" + panelId(choice) + "\"}");
            case DIE -> program.ends(137);
            case DIE_GLADLY -> program.ends(0);
            default -> throw new IllegalArgumentException(act.toString());
        }
    }

    private static String note(String text) {
        return "{\"type\":\"notify\",\"level\":\"info\",\"message\":\"" + text + "\"}";
    }

    /** Answers the oldest or the newest thing that it was asked. */
    private static void answer(SimulatedProgram program, int choice) {
        List<String> types = List.of("tool_call", "event_intercept", "command_invoked");
        for (int i = 0; i < types.size(); i++) {
            String type = types.get((choice + i) % types.size());
            List<SimulatedProgram.Frame> open = program.open(type);
            if (!open.isEmpty()) {
                SimulatedProgram.Frame asked = open.get(choice % 4 == 0 ? open.size() - 1 : 0);
                String id = asked.text("id");
                program.answers(id, answerTo(type, id, choice));
                return;
            }
        }
    }

    static String answerTo(String type, String id, int choice) {
        return switch (type) {
            case "tool_call" ->
                "{\"type\":\"tool_result\",\"id\":\"" + id + "\",\"content\":[{\"type\":\"text\",\"text\":\"" + choice
                        + "\"}],\"is_error\":" + (choice % 5 == 0) + "}";
            case "event_intercept" ->
                "{\"type\":\"event_intercept_response\",\"id\":\"" + id + "\"" + verdict(choice % 10) + "}";
            default -> "{\"type\":\"command_response\",\"id\":\"" + id + "\"" + action(choice % 6) + "}";
        };
    }

    private static String verdict(int choice) {
        return switch (choice) {
            case 0 -> ",\"block\":true,\"reason\":\"no\"";
            case 1 -> ",\"modified_args\":{\"argument\":\"changed\"}";
            case 2 -> ",\"replace_text\":\"changed\"";
            default -> "";
        };
    }

    private static String action(int choice) {
        return switch (choice) {
            case 0, 1 -> ",\"action\":\"prompt\",\"prompt\":\"go on\"";
            case 2 -> ",\"action\":\"display\",\"display\":\"well\"";
            case 3 -> ",\"action\":\"insert\",\"insert\":\"well\"";
            case 4 -> ",\"error\":\"no\"";
            default -> ",\"action\":\"noop\"";
        };
    }

    private static String panel(int choice) {
        return "{\"id\":\"" + panelId(choice) + "\",\"title\":\"Panel\",\"lines\":[\"line " + choice + "\"]}";
    }

    private static String panelId(int choice) {
        return "panel" + choice % 2;
    }

    /** What a command wants is a panel. */
    private static void answerByPanel(SimulatedProgram program, int choice) {
        program.open("command_invoked").stream()
                .findFirst()
                .map(it -> it.text("id"))
                .ifPresent(id -> program.answers(
                        id,
                        "{\"type\":\"command_response\",\"id\":\"" + id + "\",\"action\":\"open_panel\",\"open_panel\":"
                                + panel(choice) + "}"));
    }

    private static void answerBadly(SimulatedProgram program, int choice) {
        List<SimulatedProgram.Frame> open = program.open(choice % 2 == 0 ? "tool_call" : "event_intercept");
        if (!open.isEmpty()) {
            String id = open.get(0).text("id");
            program.answers(
                    id,
                    choice % 2 == 0
                            ? "{\"type\":\"tool_result\",\"id\":\"" + id + "\",\"content\":7}"
                            : "{\"type\":\"event_intercept_response\",\"id\":\"" + id + "\",\"block\":\"yes\"}");
        }
    }

    /** Answers again what it has answered, what nobody waits for any more, or what nobody has ever asked. */
    static void answerLate(SimulatedProgram program, int choice) {
        List<String> over = program.over();
        String id = over.isEmpty() || choice % 4 == 0
                ? List.of("t-", "i-", "c-").get(choice % 3) + (1_000_000 + choice)
                : over.get(choice % over.size());
        program.says(answerTo(
                id.startsWith("t-") ? "tool_call" : id.startsWith("i-") ? "event_intercept" : "command_invoked",
                id,
                choice));
    }
}
