package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonValue;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * A schema with a name of its own, within which references mean what they say, while the whole is read. Confined to the
 * thread that reads.
 */
final class ResourceReading {
    private final String uri;
    private final Draft draft;
    private final JsonValue root;
    private final IdentityHashMap<JsonValue, Part> parts = new IdentityHashMap<>();
    private final IdentityHashMap<JsonValue, ResourceReading> within = new IdentityHashMap<>();
    private final Map<String, JsonValue> anchors = new HashMap<>();
    private final Resource resource = new Resource();

    /** @param uri absolute, without a fragment */
    ResourceReading(String uri, Draft draft, JsonValue root) {
        this.uri = uri;
        this.draft = draft;
        this.root = root;
    }

    String uri() {
        return uri;
    }

    Draft draft() {
        return draft;
    }

    JsonValue root() {
        return root;
    }

    @SuppressWarnings("ReferenceEquality") // an equal part elsewhere is not the root
    boolean hasRoot(JsonValue schema) {
        return schema == root;
    }

    /** By the schema, not by what it is equal to. */
    IdentityHashMap<JsonValue, Part> parts() {
        return parts;
    }

    /** The resources that stand in this one, by their schemas. */
    IdentityHashMap<JsonValue, ResourceReading> within() {
        return within;
    }

    Map<String, JsonValue> anchors() {
        return anchors;
    }

    /** What is left of it for checks. */
    Resource resource() {
        return resource;
    }
}
