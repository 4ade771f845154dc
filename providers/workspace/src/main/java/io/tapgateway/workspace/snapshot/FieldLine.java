package io.tapgateway.workspace.snapshot;

import java.util.ArrayList;
import java.util.List;

/** Some words in one line of a file: tabulators separate them, and a backslash spells what would. Immutable. */
record FieldLine(List<String> fields) {
    FieldLine {
        fields = List.copyOf(fields);
    }

    static FieldLine of(String written) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        for (int i = 0; i < written.length(); i++) {
            char each = written.charAt(i);
            if (each == '\t') {
                fields.add(field.toString());
                field.setLength(0);
            } else if (each == '\\' && i + 1 < written.length()) {
                i++;
                char spelled = written.charAt(i);
                field.append(spelled == 't' ? '\t' : spelled == 'n' ? '\n' : spelled);
            } else {
                field.append(each);
            }
        }
        fields.add(field.toString());
        return new FieldLine(fields);
    }

    String text(int index) {
        if (index >= fields.size()) {
            throw new IllegalArgumentException("a line has too few fields");
        }
        return fields.get(index);
    }

    long number(int index) {
        return Long.parseLong(text(index));
    }

    /** With the end of the line. */
    void into(StringBuilder out) {
        for (int i = 0; i < fields.size(); i++) {
            if (i > 0) {
                out.append('\t');
            }
            spell(fields.get(i), out);
        }
        out.append('\n');
    }

    private static void spell(String field, StringBuilder out) {
        for (int i = 0; i < field.length(); i++) {
            char each = field.charAt(i);
            switch (each) {
                case '\t' -> out.append("\\t");
                case '\n' -> out.append("\\n");
                case '\\' -> out.append("\\\\");
                default -> out.append(each);
            }
        }
    }
}
