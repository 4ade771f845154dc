package io.tapgateway.app.control.observer;

import io.tapgateway.app.control.api.ApiJson;
import io.tapgateway.protocol.json.JsonWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A number of the gateway, or several that differ in a label. Immutable.
 *
 * @param name without the prefix that all of them have
 */
record Metric(String name, Type type, String help, List<Sample> samples) {
    private static final String PREFIX = "tapgateway_";

    /** What can be done with the number. */
    enum Type {
        COUNTER,
        GAUGE,
        HISTOGRAM
    }

    Metric {
        samples = List.copyOf(samples);
    }

    /**
     * One number.
     *
     * @param suffix behind the name
     */
    record Sample(String suffix, Map<String, String> labels, double value) {
        Sample {
            labels = Map.copyOf(labels);
        }

        static Sample of(String label, String labelValue, double value) {
            return new Sample("", Map.of(label, labelValue), value);
        }

        static Sample of(double value) {
            return new Sample("", Map.of(), value);
        }
    }

    static Metric gauge(String name, String help, double value) {
        return new Metric(name, Type.GAUGE, help, List.of(Sample.of(value)));
    }

    /** In the text format of Prometheus. */
    void write(StringBuilder out) {
        String full = PREFIX + name;
        out.append("# HELP ").append(full).append(' ').append(help).append('\n');
        out.append("# TYPE ")
                .append(full)
                .append(' ')
                .append(ApiJson.lower(type))
                .append('\n');
        for (Sample sample : samples) {
            out.append(full).append(sample.suffix());
            labels(sample, out);
            out.append(' ').append(number(sample.value())).append('\n');
        }
    }

    /** Each of its numbers as an object. */
    Stream<Consumer<JsonWriter>> toJson() {
        return samples.stream()
                .map(sample -> out -> out.text("name", name + sample.suffix())
                        .word("type", type)
                        .text("help", help)
                        .object("labels", new TreeMap<>(sample.labels()), (labels, all) -> all.forEach(labels::text))
                        .text("value", number(sample.value())));
    }

    /** Without a fraction where there is none. */
    static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    private static void labels(Sample sample, StringBuilder out) {
        if (sample.labels().isEmpty()) {
            return;
        }
        String separator = "{";
        for (Map.Entry<String, String> label : new TreeMap<>(sample.labels()).entrySet()) {
            out.append(separator)
                    .append(label.getKey())
                    .append("=\"")
                    .append(escaped(label.getValue()))
                    .append('"');
            separator = ",";
        }
        out.append('}');
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
