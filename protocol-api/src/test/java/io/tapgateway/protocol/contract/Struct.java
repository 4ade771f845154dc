package io.tapgateway.protocol.contract;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * An object inside messages.
 *
 * @param closed whether an unknown field is a fault instead of being ignored
 * @param rules further keywords of its schema
 */
public record Struct(String name, String description, boolean closed, List<Field> fields, Map<String, Object> rules)
        implements Comparable<Struct> {

    static Struct open(String name, String description, Field... fields) {
        return new Struct(name, description, false, List.of(fields), Map.of());
    }

    static Struct closed(String name, String description, Field... fields) {
        return new Struct(name, description, true, List.of(fields), Map.of());
    }

    Struct with(Map<String, Object> moreRules) {
        return new Struct(name, description, closed, fields, moreRules);
    }

    /** With everything, and without what is optional, for each sample of each field. */
    List<Object> samples() {
        List<Object> samples = new ArrayList<>();
        samples.add(sample(fields, 0));
        samples.add(sample(fields.stream().filter(field -> !field.isOptional()).toList(), 0));
        int most = fields.stream()
                .mapToInt(field -> field.shape().samples().size())
                .max()
                .orElse(0);
        for (int i = 1; i < most; i++) {
            samples.add(sample(fields, i));
        }
        return samples;
    }

    static Map<String, Object> sample(List<Field> fields, int index) {
        Map<String, Object> sample = new LinkedHashMap<>();
        for (Field field : fields) {
            List<Object> samples = field.shape().samples();
            sample.put(field.name(), samples.get(index % samples.size()));
        }
        return sample;
    }

    /** This and everything it refers to. */
    Set<Struct> withNested() {
        Set<Struct> all = new TreeSet<>(Set.of(this));
        fields.forEach(field -> field.shape().structs().forEach(nested -> all.addAll(nested.withNested())));
        return all;
    }

    @Override
    public int compareTo(Struct other) {
        return name.compareTo(other.name);
    }
}
