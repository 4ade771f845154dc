package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.OfferingUse;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.core.kernel.DisplayText;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.SlidingWindow;
import io.tapgateway.runtime.core.rule.ToolUse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One agent conversation and everything that is in it. Confined to the loop. */
public final class Session {
    private SessionInfo info;
    private final StreamShelf streams;
    private final Map<String, SessionTool> tools = new TreeMap<>();
    private final Map<String, InstanceList> instanceLists = new HashMap<>();
    private final Map<ProviderId, Activity> activities = new HashMap<>();
    private long orders;
    private final Set<String> reservedNames = new HashSet<>();
    private final ToolDefinitions definitions;
    private final ProviderNames providerNames;
    private final int mostIdentities;
    private final Map<Registration, Presence> presences = new LinkedHashMap<>();
    private final Map<CallId, Call> calls = new LinkedHashMap<>();
    private final Map<ProviderId, Long> revisions = new HashMap<>();
    private final Injections injections = new Injections();
    private final WaitingPrompts inbox = new WaitingPrompts();
    private final Map<String, SlidingWindow> pushRates = new HashMap<>();
    private final Map<ProviderId, UpdateRate> updateRates = new HashMap<>();
    private final Map<String, List<String>> streamOwners = new HashMap<>();
    private final PromptMemory prompts = new PromptMemory();
    private final ToolsNews toolsNews = new ToolsNews();
    private final SessionRules rules;
    private final Interceptors interceptors = new Interceptors();
    private boolean argumentsUnchecked;
    private boolean ending;
    private boolean activeSinceIdle;
    private boolean idleWanted;
    private boolean collectsPrompts;
    private boolean idleIsTold;

    /**
     * @param place where its calls take place, as rules see it
     * @param collectsPrompts whether its prompts wait in an inbox
     */
    public Session(SessionInfo info, ToolUse.Place place, boolean collectsPrompts, Kernel kernel) {
        this.info = info.withLabel(DisplayText.line(info.label(), kernel.limit(Limit.LABEL)));
        this.rules = new SessionRules(kernel.limits(), place);
        this.streams = new StreamShelf(kernel.limits());
        this.collectsPrompts = collectsPrompts;
        this.providerNames = new ProviderNames(info.reserved());
        this.mostIdentities = kernel.limit(Limit.IDENTITIES_PER_SESSION);
        this.definitions = new ToolDefinitions(kernel.limit(Limit.TOOLS_REMEMBERED));
        fold(info.reservedToolNames());
    }

    public SessionId id() {
        return info.id();
    }

    /** Its label is fit to be shown (D-060). */
    public SessionInfo info() {
        return info;
    }

    /** Puts it into the foreground or behind; true if that is a change. */
    public boolean setForeground(boolean inFront) {
        boolean changed = info.foreground() != inFront;
        info = info.withForeground(inFront);
        return changed;
    }

    /** The tools its agent may call, by folded name. */
    public Map<String, SessionTool> toolsByFoldedName() {
        return tools;
    }

    /** The providers that have instances here, by folded name; their lists are among the tools as well. */
    public Map<String, InstanceList> instanceLists() {
        return instanceLists;
    }

    /** The tool of exactly that name. */
    public @Nullable SessionTool tool(String name) {
        SessionTool found = tools.get(name.toLowerCase(Locale.ROOT));
        return found != null && found.name().value().equals(name) ? found : null;
    }

    /** What a call of that name is for: a tool, or the use of what the provider offers that its arguments name. */
    public @Nullable SessionTool callable(String name, JsonValue args) {
        SessionTool tool = tool(name);
        return tool == null && OfferingUse.of(name).isPresent() ? use(name, args) : tool;
    }

    private @Nullable SessionTool use(String name, JsonValue args) {
        String server =
                args.get(OfferingUse.SERVER).flatMap(JsonReader.TEXT::tryRead).orElse("");
        return presences().stream()
                .filter(it -> it.registration().identity().name().value().equals(server))
                .map(it -> it.usesByName().get(name))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** The rules that calls are judged by. */
    public SessionRules rules() {
        return rules;
    }

    /** Who is asked ahead of rules. */
    public Interceptors interceptors() {
        return interceptors;
    }

    /** Which provider names are not free for everybody. */
    public ProviderNames providerNames() {
        return providerNames;
    }

    /** The host keeps these names of tools for itself, and no others. */
    public void reserve(Set<String> toolNames) {
        info = info.withReservedToolNames(toolNames);
        reservedNames.clear();
        fold(toolNames);
    }

    private void fold(Set<String> toolNames) {
        toolNames.forEach(name -> reservedNames.add(name.toLowerCase(Locale.ROOT)));
    }

    /** The last known definitions of its tools (D-134). */
    public ToolDefinitions definitions() {
        return definitions;
    }

    /** Whether the host keeps that name of a tool for itself. */
    public boolean reserves(String foldedName) {
        return reservedNames.contains(foldedName);
    }

    /** A number larger than all before, to tell what came later. */
    long nextOrder() {
        return ++orders;
    }

    /** When a provider was last active here; now, if it has not been here before. */
    Activity activity(ProviderId provider, long now) {
        return activities.computeIfAbsent(provider, id -> new Activity(nextOrder(), now));
    }

    /** What is bound to it, in the order of binding. */
    public Collection<Presence> presences() {
        return presences.values();
    }

    /** Lets a provider in. */
    public void enter(Presence presence) {
        presences.put(presence.registration(), presence);
        presence.registration().presencesBySession().put(id(), presence);
    }

    /** Lets a provider go; its tools must be gone already. */
    public void leave(Presence presence) {
        presences.remove(presence.registration());
        presence.registration().presencesBySession().remove(id());
    }

    /** Calls for which their host or a guest still waits. */
    public Map<CallId, Call> calls() {
        return calls;
    }

    /** The next revision of a provider's state in this session (D-110). */
    public long nextRevision(ProviderId provider) {
        return revisions.merge(provider, 1L, Long::sum);
    }

    /** The present revision of a provider's state in this session. */
    public long revision(ProviderId provider) {
        return revisions.getOrDefault(provider, 0L);
    }

    /**
     * Passes if there is room in the account that a session keeps of everybody who ever was in it: a flood of invented
     * names must not fill the memory (D-073).
     *
     * @param known the provider, unless it is one that was never seen
     * @throws InvalidMessage if it has never been here, and is one too many
     */
    public void requireAccount(Optional<ProviderId> known) {
        if (revisions.size() >= mostIdentities
                && known.filter(revisions::containsKey).isEmpty()) {
            throw InvalidMessage.tooLarge("", "too many different providers have been in the session");
        }
    }

    public StreamShelf streams() {
        return streams;
    }

    /** What has been injected since the user last spoke. */
    public Injections injections() {
        return injections;
    }

    /** Prompts that nobody has handed to the agent yet. */
    public WaitingPrompts inbox() {
        return inbox;
    }

    /** Whether prompts wait in the inbox, instead of being sent to the host. */
    public boolean collectsPrompts() {
        return collectsPrompts;
    }

    public void collectPrompts(boolean wanted) {
        collectsPrompts = wanted;
    }

    /** What is remembered from prompt to prompt. */
    public PromptMemory prompts() {
        return prompts;
    }

    /** What the host has not been told of its tools yet. */
    public ToolsNews toolsNews() {
        return toolsNews;
    }

    /** How often a provider may change what it contributes here, however often it binds anew (D-117). */
    public UpdateRate updateRate(ProviderId provider) {
        return updateRates.computeIfAbsent(provider, id -> new UpdateRate());
    }

    /**
     * The owner in the addresses of a provider's streams: its folded name, with a number behind a tilde for a namesake
     * of another principal. No provider name has a tilde, so nobody addresses those by accident (D-196).
     */
    public String streamOwner(String foldedName, String budgetKey) {
        List<String> namesakes = streamOwners.computeIfAbsent(foldedName, name -> new ArrayList<>());
        if (!namesakes.contains(budgetKey)) {
            namesakes.add(budgetKey);
        }
        int number = namesakes.indexOf(budgetKey);
        return number == 0 ? foldedName : foldedName + "~" + (number + 1);
    }

    /** How often a budget may push here (D-189). */
    public SlidingWindow pushRate(String budgetKey, Supplier<SlidingWindow> fresh) {
        return pushRates.computeIfAbsent(budgetKey, key -> fresh.get());
    }

    /** Whether its host wants calls sent whatever their arguments are (D-123). */
    public boolean leavesArgumentsUnchecked() {
        return argumentsUnchecked;
    }

    public void leaveArgumentsUnchecked(boolean wanted) {
        argumentsUnchecked = wanted;
    }

    /** Whether shutdown is pending: no new binding, no new call. */
    public boolean isEnding() {
        return ending;
    }

    public void beginEnd() {
        ending = true;
    }

    /** Notes activity: when the session is idle again, its providers are told again (D-212). */
    public void touch() {
        activeSinceIdle = true;
        idleWanted = false;
    }

    /** Somebody who knows says that the agent is idle. */
    public void wantIdle() {
        idleIsTold = true;
        idleWanted = true;
    }

    /** Somebody knows when the user speaks, and so when the agent is at work. */
    public void hearUser() {
        idleIsTold = true;
    }

    /** The agent is quiet, which means that it is idle unless there is somebody who knows. */
    public void guessIdle() {
        idleWanted |= !idleIsTold;
    }

    /**
     * Whether its providers are to be told now that it is idle: once, until there is activity again. Never once it is
     * ending.
     */
    public boolean becomesIdle() {
        if (ending || !idleWanted || !activeSinceIdle || hostCalls()) {
            return false;
        }
        idleWanted = false;
        activeSinceIdle = false;
        return true;
    }

    private boolean hostCalls() {
        return !calls.isEmpty() && calls.values().stream().anyMatch(Call::isOfHost);
    }
}
