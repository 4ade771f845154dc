package io.tapgateway.app.text;

import java.util.ArrayList;
import java.util.List;

/** Rows under headings, in columns as wide as their longest entry. Not thread-safe. */
public final class Table {
    private static final int MAX_LAST_COLUMN = 80;
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    /** An empty table. */
    public Table(String... headings) {
        rows.add(List.of(headings));
    }

    /** Adds a row with as many cells as there are headings. */
    public Table row(String... cells) {
        List<String> row = new ArrayList<>();
        for (String cell : cells) {
            row.add(cell.replaceAll("\\s+", " "));
        }
        rows.add(row);
        return this;
    }

    /** Whether there is nothing under the headings. */
    public boolean isEmpty() {
        return rows.size() == 1;
    }

    /** The headings and the rows, line by line. */
    public List<String> lines() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        int last = row.size() - 1;
        for (int i = 0; i < last; i++) {
            line.append(row.get(i))
                    .append(" ".repeat(widths[i] - row.get(i).length()))
                    .append(GAP);
        }
        String end = row.get(last);
        line.append(end.length() <= MAX_LAST_COLUMN ? end : end.substring(0, MAX_LAST_COLUMN - 1) + "…");
        return line.toString().stripTrailing();
    }
}
