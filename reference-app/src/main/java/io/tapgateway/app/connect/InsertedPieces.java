package io.tapgateway.app.connect;

import io.tapgateway.app.connect.Connections.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A file's text, and what was inserted into it. Immutable.
 *
 * @param pieces the oldest first: a later one may stand within an earlier one
 */
record InsertedPieces(String text, List<Piece> pieces) {
    InsertedPieces {
        pieces = List.copyOf(pieces);
    }

    /**
     * As if some had never been inserted: later ones are taken out, and inserted anew where they belong without those.
     *
     * @return empty if the text is no longer what was inserted into, so that each piece has to be looked for
     */
    Optional<InsertedPieces> without(Set<Piece> leaving) {
        int first = 0;
        while (first < pieces.size() && !leaving.contains(pieces.get(first))) {
            first++;
        }
        String left = text;
        for (int i = pieces.size() - 1; i >= first; i--) {
            Piece piece = pieces.get(i);
            OptionalInt at = place(left, piece);
            if (at.isEmpty() || !piece.isMember()) {
                return Optional.empty();
            }
            left = left.substring(0, at.getAsInt())
                    + left.substring(at.getAsInt() + piece.text().length());
        }
        List<Piece> staying = new ArrayList<>(pieces.subList(0, first));
        try {
            var unused = TolerantJson.read(left);
            for (Piece piece : pieces.subList(first, pieces.size())) {
                if (piece.isBorrowed() && !leaving.contains(piece)) {
                    staying.add(piece);
                } else if (!leaving.contains(piece)) {
                    Optional<Insertion> again =
                            TolerantJson.insertion(left, piece.path(), piece.isElement(), piece.value());
                    if (again.isEmpty()) {
                        return Optional.empty();
                    }
                    left = again.get().into(left);
                    staying.add(piece.at(again.get()));
                }
            }
        } catch (Unreadable e) {
            return Optional.empty();
        }
        return Optional.of(new InsertedPieces(left, staying));
    }

    /** Where exactly the text of a piece is: where it was inserted, or where it alone is. */
    static OptionalInt place(String text, Piece piece) {
        int first = text.indexOf(piece.text());
        if (text.startsWith(piece.text(), piece.offset())) {
            return OptionalInt.of(piece.offset());
        }
        return first >= 0 && first == text.lastIndexOf(piece.text()) ? OptionalInt.of(first) : OptionalInt.empty();
    }
}
