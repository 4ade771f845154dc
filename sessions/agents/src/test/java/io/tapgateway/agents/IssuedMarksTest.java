package io.tapgateway.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IssuedMarksTest {
    private final IssuedMarks marks = new IssuedMarks(new Random(7));

    @Test
    void G031_a_text_with_a_mark_is_known_wherever_the_mark_stands_in_it() {
        String marked = marks.mark("Look at run 17");

        assertThat(marked).startsWith("Look at run 17\n\n(tap-");
        assertThat(marks.isIn("You said: " + marked + " What now?")).isTrue();
        assertThat(marks.isIn("Look at run 17")).isFalse();
        assertThat(marks.isIn("(tap-00000000000000000000000000000000)")).isFalse();
        assertThat(new IssuedMarks(new Random(8)).isIn(marked)).isFalse();
    }

    @Test
    void G031_the_newest_hundred_are_remembered() {
        List<String> texts = IntStream.range(0, IssuedMarks.MAX_MARKS)
                .mapToObj(i -> marks.mark("news"))
                .toList();
        assertThat(texts).doesNotHaveDuplicates().allMatch(marks::isIn);

        String newest = marks.mark("news");

        assertThat(marks.isIn(texts.get(0))).isFalse();
        assertThat(marks.isIn(texts.get(1))).isTrue();
        assertThat(marks.isIn(newest)).isTrue();
    }
}
