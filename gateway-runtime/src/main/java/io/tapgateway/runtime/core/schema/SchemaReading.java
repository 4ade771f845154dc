package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.pattern.TextPattern;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one schema: makes the parts of it, and finds what its references mean. Confined to the thread that reads. */
final class SchemaReading {
    /** What names that are relative begin with, where the whole has none. */
    private static final String NAMELESS = "schema:///";

    /** What each instruction of a pattern costs, in steps: patterns are expensive to make. */
    private static final int STEPS_PER_INSTRUCTION = 10;

    private static final Keyword NOTHING_FITS = (value, evaluation, seen) -> Mismatch.of("is not allowed");

    /** A reference whose meaning is not known yet. */
    private record Unfollowed(Reference reference, UriReference name, ResourceReading from) {}

    private final Limits limits;
    private final StepBudget steps;
    private final StepBudget patternSteps;
    private final Map<String, ResourceReading> resources = new HashMap<>();
    private final Map<String, Optional<TextPattern>> patterns = new HashMap<>();

    /** Followed when all names are known; and not while they are met, since a chain of them may be long. */
    private final Queue<Unfollowed> references = new ArrayDeque<>();

    private SchemaReading(Limits limits) {
        this.limits = limits;
        this.steps = new StepBudget(limits.get(Limit.VALIDATION_STEPS));
        this.patternSteps = new StepBudget(limits.get(Limit.VALIDATION_STEPS));
    }

    /** The part that is the whole; one that nobody can judge, if it would cost too much. */
    static Part read(JsonValue schema, Limits limits) {
        try {
            // Schemas are told apart by being the same object, so nobody else may take this one to pieces.
            return new SchemaReading(limits).whole(JsonValue.parse(schema.json()));
        } catch (MalformedJson | Unfinished unreadable) {
            return new Part(new Resource(), Keyword.UNKNOWN);
        }
    }

    private Part whole(JsonValue schema) {
        boolean isObject = schema.kind() == JsonKind.OBJECT;
        Draft draft = isObject ? Draft.of(schema, Draft.DRAFT_2020_12) : Draft.DRAFT_2020_12;
        Optional<UriReference> id = isObject ? id(schema, draft) : Optional.empty();
        String uri = id.map(name -> name.in(NAMELESS)).orElse(NAMELESS);
        ResourceReading resource = new ResourceReading(uri, draft, schema);
        resources.put(uri, resource);
        Part whole = part(schema, resource);
        for (Unfollowed next = references.poll(); next != null; next = references.poll()) {
            next.reference().mean(find(next.name(), next.from()));
        }
        return whole;
    }

    /** What a schema in that resource demands. */
    Part part(JsonValue schema, ResourceReading resource) {
        steps.spend(1);
        if (schema.kind() == JsonKind.BOOLEAN) {
            return schema.asBoolean() ? new Part(resource.resource()) : new Part(resource.resource(), NOTHING_FITS);
        }
        if (schema.kind() != JsonKind.OBJECT) {
            return new Part(resource.resource(), Keyword.UNKNOWN);
        }
        ResourceReading own = isLoneReference(schema, resource.draft()) ? resource : resourceOf(schema, resource);
        Part known = own.parts().get(schema);
        if (known != null) {
            return known;
        }
        Part part = new Part(own.resource());
        own.parts().put(schema, part);
        noteAnchors(schema, own, part);
        define(part, schema, own);
        return part;
    }

    private static boolean isLoneReference(JsonValue schema, Draft draft) {
        return draft.isBefore2019() && schema.members().containsKey("$ref");
    }

    private ResourceReading resourceOf(JsonValue schema, ResourceReading around) {
        ResourceReading known =
                around.hasRoot(schema) ? around : around.within().get(schema);
        Optional<UriReference> id = id(schema, around.draft()).filter(name -> !name.isLocal());
        if (known != null || id.isEmpty()) {
            return known == null ? around : known;
        }
        String uri = id.get().in(around.uri());
        steps.spendOn(uri.length());
        ResourceReading own = new ResourceReading(uri, Draft.of(schema, around.draft()), schema);
        around.within().put(schema, own);
        resources.putIfAbsent(uri, own);
        return own;
    }

    private static void noteAnchors(JsonValue schema, ResourceReading resource, Part part) {
        if (resource.draft().isBefore2019()) {
            id(schema, resource.draft())
                    .flatMap(UriReference::fragment)
                    .ifPresent(name -> resource.anchors().putIfAbsent(name, schema));
            return;
        }
        text(schema, "$anchor").ifPresent(name -> resource.anchors().putIfAbsent(name, schema));
        text(schema, "$dynamicAnchor").ifPresent(name -> {
            resource.anchors().putIfAbsent(name, schema);
            resource.resource().name(name, part);
        });
        boolean recursive =
                schema.get("$recursiveAnchor").filter(JsonValue.TRUE::equals).isPresent();
        if (recursive && resource.hasRoot(schema)) {
            resource.resource().name("", part);
        }
    }

    private void define(Part part, JsonValue schema, ResourceReading resource) {
        Draft draft = resource.draft();
        boolean alone = isLoneReference(schema, draft);
        List<Keyword> others = new ArrayList<>(draft == Draft.FOREIGN ? List.of(Keyword.UNKNOWN) : List.of());
        List<Keyword> rest = new ArrayList<>();
        Set<KeywordReader> done = new HashSet<>();
        for (Map.Entry<String, JsonValue> member : schema.members().entrySet()) {
            String name = member.getKey();
            steps.spend(1);
            KeywordReader reader = draft.keywords().get(name);
            boolean counts = !alone || name.equals("$ref") || name.equals("definitions");
            if (reader != null && counts && done.add(reader)) {
                Keyword keyword = reader.read(new Site(member.getValue(), schema, resource, this));
                if (keyword != null) {
                    (name.startsWith("unevaluated") ? rest : others).add(keyword);
                }
            }
        }
        part.define(others, rest);
    }

    StepBudget steps() {
        return steps;
    }

    /** Has a reference in that resource followed, which is of that name. */
    void follow(Reference reference, UriReference name, ResourceReading from) {
        references.add(new Unfollowed(reference, name, from));
    }

    /** A pattern; empty if it cannot be used. */
    Optional<TextPattern> pattern(String source) {
        return patterns.computeIfAbsent(source, this::compile);
    }

    private Optional<TextPattern> compile(String source) {
        try {
            patternSteps.spendOn(source.length());
            TextPattern pattern = TextPattern.compileEcma(source, limits);
            patternSteps.spend((long) pattern.size() * STEPS_PER_INSTRUCTION);
            return Optional.of(pattern);
        } catch (InvalidMessage | Unfinished unusable) {
            return Optional.empty();
        }
    }

    /** The part that a reference in that resource means; {@code null} if it is not within the whole. */
    private @Nullable Part find(UriReference reference, ResourceReading from) {
        steps.spendOn(reference.withoutFragment().length() + from.uri().length());
        ResourceReading resource = reference.isLocal() ? from : resources.get(reference.in(from.uri()));
        Optional<String> fragment = reference.meantFragment();
        if (resource == null || fragment.isEmpty()) {
            return null;
        }
        if (fragment.get().startsWith("/")) {
            return at(fragment.get(), resource);
        }
        JsonValue schema =
                fragment.get().isEmpty() ? resource.root() : resource.anchors().get(fragment.get());
        return schema == null ? null : part(schema, resource);
    }

    /** What a JSON pointer leads to; it may stand in a resource within the one where it begins. */
    private @Nullable Part at(String pointer, ResourceReading from) {
        steps.spendOn(pointer.length());
        JsonValue there = from.root();
        ResourceReading resource = from;
        for (String name : pointer.substring(1).split("/", -1)) {
            Optional<JsonValue> child = child(there, name.replace("~1", "/").replace("~0", "~"));
            if (child.isEmpty()) {
                return null;
            }
            there = child.get();
            resource = resource.within().getOrDefault(there, resource);
        }
        return part(there, resource);
    }

    private static Optional<JsonValue> child(JsonValue parent, String name) {
        if (parent.kind() != JsonKind.ARRAY) {
            return parent.get(name);
        }
        boolean index = name.matches("0|[1-9][0-9]{0,4}");
        return index && Integer.parseInt(name) < parent.elements().size()
                ? Optional.of(parent.elements().get(Integer.parseInt(name)))
                : Optional.empty();
    }

    private static Optional<String> text(JsonValue schema, String keyword) {
        return schema.get(keyword).filter(it -> it.kind() == JsonKind.STRING).map(JsonValue::asString);
    }

    /** What gives a schema a name; without the fragment, which may give another one to the same. */
    private static Optional<UriReference> id(JsonValue schema, Draft draft) {
        return text(schema, draft.idKeyword()).map(UriReference::parse);
    }
}
