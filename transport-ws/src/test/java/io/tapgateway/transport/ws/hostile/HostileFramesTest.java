package io.tapgateway.transport.ws.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every case of the corpus in one write, and the short ones in a write for each byte (T-23, T-25, D-015, D-016, D-026).
 */
class HostileFramesTest {

    @AutoClose
    private static AttackedGateway gateway;

    @BeforeAll
    static void open() throws Exception {
        gateway = new AttackedGateway();
    }

    /** Every frame case there is. */
    static Stream<FrameCase> corpus() {
        return Stream.of(HeaderCases.all(), ControlCases.all(), FragmentCases.all(), TextCases.all())
                .flatMap(cases -> cases);
    }

    static Stream<FrameCase> headers() {
        return HeaderCases.all();
    }

    static Stream<FrameCase> controlFrames() {
        return ControlCases.all();
    }

    static Stream<FrameCase> fragments() {
        return FragmentCases.all();
    }

    static Stream<FrameCase> texts() {
        return TextCases.all();
    }

    @ParameterizedTest
    @MethodSource("headers")
    void D015_a_frame_header_has_one_meaning_or_none(FrameCase played) throws Exception {
        assertOutcome(played);
    }

    @ParameterizedTest
    @MethodSource("controlFrames")
    void T25_control_frames_are_short_whole_and_not_too_many(FrameCase played) throws Exception {
        assertOutcome(played);
    }

    @ParameterizedTest
    @MethodSource("fragments")
    void D016_D026_fragments_make_messages_within_limits(FrameCase played) throws Exception {
        assertOutcome(played);
    }

    @ParameterizedTest
    @MethodSource("texts")
    void D016_text_is_UTF8_however_it_is_cut(FrameCase played) throws Exception {
        assertOutcome(played);
    }

    @Test
    void the_corpus_has_at_least_300_cases_and_no_name_twice() {
        List<String> names = corpus().map(FrameCase::name).toList();

        assertThat(names).hasSizeGreaterThanOrEqualTo(300).doesNotHaveDuplicates();
    }

    private static void assertOutcome(FrameCase played) throws Exception {
        assertThat(gateway.play(played, false)).isEqualTo(played.outcome());
        if (played.canDribble()) {
            assertThat(gateway.play(played, true)).as("byte by byte").isEqualTo(played.outcome());
        }
        gateway.assertBystanderWorks();
    }
}
