package io.tapgateway.runtime.core.call;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.core.state.Aim;
import io.tapgateway.runtime.core.state.Call;
import io.tapgateway.runtime.core.state.InstanceList;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.ProvidedTool;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.SessionTool;
import io.tapgateway.runtime.core.state.SharedTool;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Who gets a call: the provider whose tool it is, or one of its instances, named by {@code target} or chosen among
 * those of one realm by when they were last active (D-127, D-128, D-158). Confined to the loop.
 */
final class Routing {
    private static final Comparator<ProvidedTool> LAST_ACTIVE_FIRST = Comparator.comparingLong(
                    (ProvidedTool tool) -> tool.presence().activity().order())
            .reversed();

    private static final Aim REMOVED = new Aim.AtNobody("the tool was removed while the call was checked");

    private Routing() {}

    /** Whom a new call of that tool is for. */
    static Aim aim(SessionTool tool, JsonValue args) {
        return tool.accept(new Aiming(args));
    }

    /**
     * Whom a call is for whose arguments have become others while interceptors were asked: of the tool as it is now, if
     * it is still the same provider's.
     */
    static Aim aim(Call call, JsonValue args) {
        SessionTool present = call.session().tool(call.toolName());
        return present != null && present.owner().equals(call.owner()) ? aim(present, args) : REMOVED;
    }

    private record Aiming(JsonValue args) implements SessionTool.Visitor<Aim> {
        @Override
        public Aim onProvidedTool(ProvidedTool tool) {
            return new Aim.AtTool(tool, args, false);
        }

        @Override
        public Aim onSharedTool(SharedTool tool) {
            Optional<JsonValue> target = TargetParameter.in(args);
            return target.isPresent() ? named(tool, target.get()) : lastActive(tool);
        }

        @Override
        public Aim onInstanceList(InstanceList list) {
            return new Aim.AtGateway(list, args);
        }

        private Aim named(SharedTool tool, JsonValue target) {
            Optional<ProvidedTool> member =
                    target.kind() == JsonKind.STRING ? tool.member(target.asString()) : Optional.empty();
            return member.isPresent()
                    ? new Aim.AtTool(member.get(), TargetParameter.takenFrom(args), true)
                    : new Aim.AtNobody("target must be one of the instances that are there: " + ids(tool));
        }

        private Aim lastActive(SharedTool tool) {
            long realms = tool.members().stream()
                    .map(member -> member.presence().registration().realm())
                    .distinct()
                    .count();
            return realms > 1
                    ? new Aim.AtNobody("ambiguous target, call list_" + tool.owner() + "_instances")
                    : new Aim.AtTool(Collections.min(tool.members(), LAST_ACTIVE_FIRST), args, false);
        }

        private static String ids(SharedTool tool) {
            return tool.members().stream()
                    .map(ProvidedTool::presence)
                    .map(Presence::instance)
                    .sorted()
                    .collect(Collectors.joining(", "));
        }
    }

    /**
     * The target of a call after it was judged, which may have taken time: the tool as it is now, of the same provider,
     * and of the same instance if there still are several.
     */
    static Aim aimAgain(Call call) {
        SessionTool present = call.session().callable(call.toolName(), call.args());
        return present != null && present.owner().equals(call.owner())
                ? present.accept(new AimingAgain(call))
                : REMOVED;
    }

    private record AimingAgain(Call call) implements SessionTool.Visitor<Aim> {
        @Override
        public Aim onProvidedTool(ProvidedTool tool) {
            return call.isPinned() ? REMOVED : at(tool);
        }

        @Override
        public Aim onSharedTool(SharedTool tool) {
            return present(call)
                    .or(() -> call.isPinned()
                            ? returned(tool)
                            : others(call).stream().findFirst())
                    .map(this::at)
                    .orElse(REMOVED);
        }

        private Aim at(ProvidedTool tool) {
            return new Aim.AtTool(tool, call.args(), call.isPinned());
        }

        /** The instance that was named, on another connection of the same owner. */
        private Optional<ProvidedTool> returned(SharedTool tool) {
            Presence before = call.target().presence();
            return tool.member(before.instance())
                    .filter(it -> it.presence()
                            .registration()
                            .realm()
                            .equals(before.registration().realm()));
        }

        @Override
        public Aim onInstanceList(InstanceList list) {
            return new Aim.AtGateway(list, call.args());
        }
    }

    /** What a call's target offers now under the name that was called. */
    static Optional<ProvidedTool> present(Call call) {
        Registration provider = call.target().presence().registration();
        Presence presence = provider.presencesBySession().get(call.session().id());
        return Optional.ofNullable(presence)
                .flatMap(it -> it.callable(call.tool().name()));
    }

    /** Another target for a call whose place is the same there. */
    static Optional<ProvidedTool> inSameSlot(Call call) {
        return others(call).stream()
                .filter(other -> other.slot() == call.target().slot())
                .findFirst();
    }

    /** Whom else a waiting call may go to, in place of its target and in the order of choice (D-158). */
    static List<ProvidedTool> others(Call call) {
        SessionTool present = call.session().callable(call.toolName(), call.args());
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
