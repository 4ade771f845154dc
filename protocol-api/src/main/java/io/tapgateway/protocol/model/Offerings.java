package io.tapgateway.protocol.model;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a provider in the gateway's process offers beside tools, as MCP has it: resources, templates of their addresses,
 * prompts, completions of arguments, and news of resources (M-041). Whatever is done with it is an {@link OfferingUse}.
 * Immutable.
 *
 * @param resources as MCP describes them: {@code uri}, {@code name} and more
 * @param templates the same, with {@code uriTemplate}
 * @param prompts {@code name}, {@code arguments} and more
 * @param completions whether arguments of prompts and addresses can be completed
 * @param subscriptions whether resources can be followed
 */
@MayChange
public record Offerings(
        List<JsonValue> resources,
        List<JsonValue> templates,
        List<JsonValue> prompts,
        boolean completions,
        boolean subscriptions) {
    /** How many resources, templates and prompts there may be of each. */
    public static final int MAX_OF_A_KIND = 1_000;

    /** How long each may be as JSON, in characters. */
    public static final int MAX_CHARACTERS = 16_384;

    /** How long all of them together may be as JSON, in characters. */
    public static final int MAX_CHARACTERS_IN_ALL = 2 << 20;

    /** Nothing. */
    public static final Offerings NONE = new Offerings(List.of(), List.of(), List.of(), false, false);

    private static final String TEMPLATE = "uriTemplate";

    /** @throws IllegalArgumentException if there is too much of something, or something twice, or without its name */
    public Offerings {
        resources = checked("resources", resources, OfferingUse.URI);
        templates = checked("templates", templates, TEMPLATE);
        prompts = checked("prompts", prompts, OfferingUse.NAME);
        long all = length(resources) + length(templates) + length(prompts);
        if (all > MAX_CHARACTERS_IN_ALL) {
            throw new IllegalArgumentException("offerings are longer than " + MAX_CHARACTERS_IN_ALL + " characters");
        }
    }

    private static List<JsonValue> checked(String kind, List<JsonValue> all, String key) {
        if (all.size() > MAX_OF_A_KIND) {
            throw new IllegalArgumentException("there are more than " + MAX_OF_A_KIND + " " + kind);
        }
        Set<String> seen = new HashSet<>();
        for (JsonValue each : all) {
            if (!fits(each, key)) {
                throw new IllegalArgumentException(
                        "one of the " + kind + " has no " + key + ", or more than " + MAX_CHARACTERS + " characters");
            }
            if (!seen.add(key(each, key))) {
                throw new IllegalArgumentException("one of the " + kind + " is there twice");
            }
        }
        return List.copyOf(all);
    }

    private static boolean fits(JsonValue each, String key) {
        return each.kind() == JsonKind.OBJECT
                && each.get(key)
                        .flatMap(JsonReader.TEXT::tryRead)
                        .filter(it -> !it.isBlank())
                        .isPresent()
                && each.estimatedLength() <= MAX_CHARACTERS;
    }

    private static String key(JsonValue each, String key) {
        return each.get(key).flatMap(JsonReader.TEXT::tryRead).orElse("");
    }

    private static long length(List<JsonValue> all) {
        return all.stream().mapToLong(JsonValue::estimatedLength).sum();
    }

    /** Whether that could be one of {@link #resources}. */
    public static boolean isResource(JsonValue each) {
        return fits(each, OfferingUse.URI);
    }

    /** Whether that could be one of {@link #templates}. */
    public static boolean isTemplate(JsonValue each) {
        return fits(each, TEMPLATE);
    }

    /** Whether that could be one of {@link #prompts}. */
    public static boolean isPrompt(JsonValue each) {
        return fits(each, OfferingUse.NAME);
    }

    /** The address of one of {@link #resources}. */
    public static String uri(JsonValue resource) {
        return key(resource, OfferingUse.URI);
    }

    /** The address of one of {@link #templates}. */
    public static String uriTemplate(JsonValue template) {
        return key(template, TEMPLATE);
    }

    /** The name of one of {@link #prompts}. */
    public static String name(JsonValue prompt) {
        return key(prompt, OfferingUse.NAME);
    }

    /** Whether there is nothing. */
    public boolean isEmpty() {
        return equals(NONE);
    }
}
