package io.tapgateway.protocol.contract;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.MessageType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Messages as text: of every type, in every variant, with every optional field there, absent and alone, and with every
 * sample of every field.
 */
public final class Corpus {
    /** One text and what it is about. */
    public record Entry(MessageType type, String about, Set<String> names, String text) {
        @Override
        public String toString() {
            return type.wireName() + " " + about;
        }
    }

    private Corpus() {}

    /** Texts as peers should send them. */
    public static List<Entry> proper() {
        return MessageShapes.ALL.stream().flatMap(Corpus::proper).toList();
    }

    /** Texts in which an optional field is {@code null}. */
    public static List<Entry> withNulls() {
        return MessageShapes.ALL.stream().flatMap(Corpus::withNulls).toList();
    }

    /** Texts without one of the fields that the reader insists on, which {@link Entry#about} names. */
    public static List<Entry> incomplete() {
        List<Entry> entries = new ArrayList<>();
        for (MessageShape shape : MessageShapes.ALL) {
            for (MessageShape.Variant variant : shape.variants()) {
                for (String needed : variant.needed()) {
                    if (shape.field(needed).isRequired()) {
                        Map<String, Object> fields = full(shape, variant);
                        fields.remove(needed);
                        entries.add(entry(shape, needed, fields));
                    }
                }
            }
        }
        return entries;
    }

    /** A message with everything, as a Java value. */
    static Map<String, Object> typical(MessageShape shape) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("type", shape.type().wireName());
        all.putAll(full(shape, shape.variants().get(0)));
        return all;
    }

    private static Stream<Entry> proper(MessageShape shape) {
        List<Entry> entries = new ArrayList<>();
        for (MessageShape.Variant variant : shape.variants()) {
            entries.add(entry(shape, "with everything", full(shape, variant)));
            entries.add(entry(shape, "with what is needed", fields(shape, variant.needed())));
            for (String addable : variant.addable()) {
                Map<String, Object> without = full(shape, variant);
                without.remove(addable);
                entries.add(entry(shape, "without " + addable, without));
                Map<String, Object> alone = fields(shape, variant.needed());
                alone.put(addable, shape.field(addable).shape().samples().get(0));
                entries.add(entry(shape, "with only " + addable, alone));
            }
            for (String needed : variant.needed()) {
                addSamples(entries, shape, fields(shape, variant.needed()), needed);
            }
        }
        return entries.stream();
    }

    private static void addSamples(List<Entry> entries, MessageShape shape, Map<String, Object> fields, String name) {
        for (Object sample : shape.field(name).shape().samples()) {
            Map<String, Object> other = new LinkedHashMap<>(fields);
            other.put(name, sample);
            if (!other.containsKey("prompt") || "inject".equals(other.get("level"))) {
                entries.add(entry(shape, "with another " + name, other));
            }
        }
    }

    private static Stream<Entry> withNulls(MessageShape shape) {
        List<Entry> entries = new ArrayList<>();
        for (MessageShape.Variant variant : shape.variants()) {
            for (String addable : variant.addable()) {
                Map<String, Object> fields = full(shape, variant);
                fields.put(addable, null);
                entries.add(entry(shape, "with " + addable + " null", fields));
            }
        }
        return entries.stream();
    }

    private static Map<String, Object> full(MessageShape shape, MessageShape.Variant variant) {
        List<String> names = new ArrayList<>(variant.needed());
        names.addAll(variant.addable());
        return fields(shape, names);
    }

    private static Map<String, Object> fields(MessageShape shape, List<String> names) {
        return Struct.sample(
                shape.fields().stream()
                        .filter(field -> names.contains(field.name()))
                        .toList(),
                0);
    }

    private static Entry entry(MessageShape shape, String about, Map<String, Object> fields) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("type", shape.type().wireName());
        all.putAll(fields);
        return new Entry(
                shape.type(), about, fields.keySet(), JsonValue.of((Object) all).json());
    }
}
