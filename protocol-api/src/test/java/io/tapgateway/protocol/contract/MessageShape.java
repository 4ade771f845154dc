package io.tapgateway.protocol.contract;

import io.tapgateway.protocol.message.MessageType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * One message: what it is for, its fields, and the combinations of them that make sense.
 *
 * @param fields in the order in which they are written
 * @param variants at least one; several where one field or another is needed
 */
public record MessageShape(MessageType type, String meaning, List<Field> fields, List<Variant> variants) {

    /** Fields that are needed together, and those that may be added. */
    public record Variant(List<String> needed, List<String> addable) {
        static Variant of(String needed, String addable) {
            return new Variant(words(needed), words(addable));
        }

        private static List<String> words(String text) {
            return text.isEmpty() ? List.of() : List.of(text.split(" "));
        }
    }

    static MessageShape of(MessageType type, String meaning, Field... fields) {
        List<Field> all = List.of(fields);
        Variant only = new Variant(
                all.stream().filter(Field::isRequired).map(Field::name).toList(),
                all.stream()
                        .filter(field -> !field.isRequired())
                        .map(Field::name)
                        .toList());
        return new MessageShape(type, meaning, all, List.of(only));
    }

    MessageShape in(Variant... alternatives) {
        return new MessageShape(type, meaning, fields, List.of(alternatives));
    }

    public Field field(String name) {
        return fields.stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    boolean isOptional(String name) {
        return field(name).isOptional();
    }

    /** Whether a message with these fields has all that this gateway always sends. */
    boolean isKept(Set<String> names) {
        return fields.stream()
                .allMatch(field -> field.presence() != Field.Presence.ALWAYS_SENT || names.contains(field.name()));
    }

    /** What each alternative needs beyond what all need; empty if there is nothing to choose. */
    List<Set<String>> choices() {
        List<Set<String>> choices = new ArrayList<>();
        for (Variant variant : variants) {
            Set<String> own = new LinkedHashSet<>(variant.needed());
            own.removeIf(name -> field(name).isRequired());
            choices.add(own);
        }
        return choices.stream().anyMatch(Set::isEmpty)
                ? List.of()
                : choices.stream().filter(choice -> isSmallest(choice, choices)).toList();
    }

    /** Whether the field is one of several of which one is needed. */
    boolean isChoice(String name) {
        return choices().stream().anyMatch(choice -> choice.contains(name));
    }

    /** Whether no field may occur in two of the alternatives. */
    boolean isExclusive() {
        List<String> all = variants.stream()
                .flatMap(variant -> Stream.concat(variant.needed().stream(), variant.addable().stream()))
                .filter(name -> !field(name).isRequired())
                .toList();
        return all.size() == Set.copyOf(all).size();
    }

    private static boolean isSmallest(Set<String> choice, List<Set<String>> choices) {
        return choices.stream().noneMatch(other -> other.size() < choice.size() && choice.containsAll(other));
    }

    /** The objects that it contains, at any depth. */
    Set<Struct> structs() {
        Set<Struct> all = new TreeSet<>();
        fields.forEach(field -> field.shape().structs().forEach(struct -> all.addAll(struct.withNested())));
        return all;
    }
}
