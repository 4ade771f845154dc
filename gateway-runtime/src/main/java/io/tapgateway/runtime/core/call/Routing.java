package io.tapgateway.runtime.core.call;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.core.state.Call;
import io.tapgateway.runtime.core.state.InstanceList;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.SessionTool;
import io.tapgateway.runtime.core.state.SharedTool;
import io.tapgateway.runtime.core.state.Tool;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Who gets a call: the provider whose tool it is, or one of its instances, named by {@code target} or chosen among those of one
 * realm by when they were last active (D-127, D-128, D-158). Confined to the loop.
 */
final class Routing {
    private static final Comparator<Tool> LAST_ACTIVE_FIRST = Comparator.comparingLong(
                    (Tool tool) -> tool.presence().activity().order())
            .reversed();

    private Routing() {}

    /**
     * Aims a new call.
     *
     * @return why there is nobody; empty if all is well
     */
    static Optional<String> aim(Call call) {
        return call.tool().accept(new Aiming(call));
    }

    private record Aiming(Call call) implements SessionTool.Visitor<Optional<String>> {
        @Override
        public Optional<String> onTool(Tool tool) {
            call.aimAt(tool);
            return Optional.empty();
        }

        @Override
        public Optional<String> onSharedTool(SharedTool tool) {
            Optional<JsonValue> target = TargetParameter.in(call.args());
            return target.isPresent() ? named(tool, target.get()) : lastActive(tool);
        }

        /** The gateway answers for itself. */
        @Override
        public Optional<String> onInstanceList(InstanceList list) {
            return Optional.empty();
        }

        private Optional<String> named(SharedTool tool, JsonValue target) {
            Optional<Tool> member =
                    target.kind() == JsonKind.STRING ? tool.member(target.asString()) : Optional.empty();
            member.ifPresent(call::aimAt);
            call.pin(TargetParameter.takenFrom(call.args()));
            return member.isPresent()
                    ? Optional.empty()
                    : Optional.of("target must be one of the instances that are there: " + ids(tool));
        }

        private Optional<String> lastActive(SharedTool tool) {
            long realms = tool.members().stream()
                    .map(member -> member.presence().registration().realm())
                    .distinct()
                    .count();
            if (realms > 1) {
                return Optional.of("ambiguous target, call list_" + tool.owner() + "_instances");
            }
            tool.members().stream().min(LAST_ACTIVE_FIRST).ifPresent(call::aimAt);
            return Optional.empty();
        }

        private static String ids(SharedTool tool) {
            return tool.members().stream()
                    .map(Tool::presence)
                    .map(Presence::instance)
                    .sorted()
                    .collect(Collectors.joining(", "));
        }
    }

    /**
     * Aims a call once more that took its time to be judged: at the tool as it is now, of the same provider, and of the same
     * instance if there is still a choice.
     *
     * @return whether there is one
     */
    static boolean aimAgain(Call call) {
        SessionTool present = call.session().tool(call.tool().name().value());
        return present != null && present.owner().equals(call.tool().owner()) && present.accept(new AimingAgain(call));
    }

    private record AimingAgain(Call call) implements SessionTool.Visitor<Boolean> {
        @Override
        public Boolean onTool(Tool tool) {
            call.aimAt(tool);
            return !call.isPinned();
        }

        @Override
        public Boolean onSharedTool(SharedTool tool) {
            Optional<Tool> next = present(call)
                    .or(() -> call.isPinned()
                            ? returned(tool)
                            : others(call).stream().findFirst());
            next.ifPresent(call::aimAt);
            return next.isPresent();
        }

        /** The instance that was named, on another connection of the same owner. */
        private Optional<Tool> returned(SharedTool tool) {
            Presence before = call.target().presence();
            return tool.member(before.instance())
                    .filter(it -> it.presence()
                            .registration()
                            .realm()
                            .equals(before.registration().realm()));
        }

        @Override
        public Boolean onInstanceList(InstanceList list) {
            return true;
        }
    }

    /** What a call's target offers now under the name that was called. */
    static Optional<Tool> present(Call call) {
        Registration provider = call.target().presence().registration();
        Presence presence = provider.presencesBySession().get(call.session().id());
        return Optional.ofNullable(presence)
                .map(it -> it.toolsByFoldedName().get(call.tool().name().folded()))
                .filter(it -> it.name().equals(call.tool().name()));
    }

    /** Another target for a call whose place is the same there. */
    static Optional<Tool> inSameSlot(Call call) {
        return others(call).stream()
                .filter(other -> other.slot() == call.target().slot())
                .findFirst();
    }

    /** Whom else a waiting call may go to, in place of its target and in the order of choice (D-158). */
    static List<Tool> others(Call call) {
        SessionTool present = call.session().tool(call.tool().name().value());
        if (call.isPinned() || !(present instanceof SharedTool shared)) {
            return List.of();
        }
        Registration target = call.target().presence().registration();
        return shared.members().stream()
                .filter(member -> member.presence().registration() != target)
                .filter(member -> member.presence().registration().isCurrent())
                .filter(member -> member.presence().registration().realm().equals(target.realm()))
                .sorted(LAST_ACTIVE_FIRST)
                .toList();
    }
}
