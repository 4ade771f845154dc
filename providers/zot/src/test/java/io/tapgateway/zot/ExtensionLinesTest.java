package io.tapgateway.zot;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.user.Note;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExtensionLinesTest {
    private static final String HELLO = "{\"type\":\"hello\",\"name\":\"a\"}";

    private final List<ExtensionFrame> frames = new ArrayList<>();
    private final ExtensionLines lines = new ExtensionLines(frames::add);

    private boolean receive(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return lines.receive(bytes, bytes.length);
    }

    @Test
    void Z039_lines_end_in_LF_or_CR_LF_or_with_the_output_and_blank_ones_are_skipped() {
        receive(HELLO + "\r\n\n  \r\n{\"type\":\"ready\"}\n{\"type\":\"ready\"}");
        assertThat(frames).hasSize(2);

        lines.end();

        assertThat(frames).hasSize(3);
    }

    @Test
    void Z039_characters_may_come_in_pieces() {
        byte[] bytes = (HELLO + "\n{\"type\":\"notify\",\"message\":\"€\"}\n").getBytes(StandardCharsets.UTF_8);

        for (byte one : bytes) {
            lines.receive(new byte[] {one}, 1);
        }

        assertThat(frames).last().isEqualTo(new ExtensionFrame.Notify(Note.Level.INFO, "€"));
    }

    @Test
    void Z030_Z044_the_first_line_has_at_most_64_KiB_and_others_4_MiB() {
        String hello = HELLO + " ".repeat(ZotLimit.HELLO_BYTES.most() - HELLO.length());
        assertThat(receive(hello + "\r\n")).isTrue();
        String ready = "{\"type\":\"ready\"}";
        assertThat(receive(ready + " ".repeat(ZotLimit.LINE_BYTES.most() - ready.length()) + "\n"))
                .isTrue();
        assertThat(frames).hasSize(2);
        assertThat(receive(" ".repeat(ZotLimit.LINE_BYTES.most() + 1))).isFalse();

        assertThat(new ExtensionLines(frames::add).receive(new byte[ZotLimit.HELLO_BYTES.most() + 1], 65_537))
                .isFalse();
    }

    @Test
    void Z041_members_count_in_other_letters_where_the_name_is_not_there() {
        receive("{\"NAME\":\"b\",\"Type\":\"hello\"}\n");
        receive("{\"Message\":\"wrong\",\"type\":\"notify\",\"message\":\"right\"}\n");

        assertThat(frames.get(0)).isEqualTo(new ExtensionFrame.Hello("b", Set.of()));
        assertThat(frames.get(1)).isEqualTo(new ExtensionFrame.Notify(Note.Level.INFO, "right"));
    }

    @Test
    void Z042_what_is_no_frame_is_shown_from_its_beginning() {
        receive("\u001B[31m" + "x".repeat(500) + "\n[]\n{}\n{\"type\":7}\n");
        lines.receive(new byte[] {(byte) 0xC3, '\n'}, 2);

        assertThat(frames).hasSize(5).allSatisfy(frame -> assertThat(frame).isInstanceOf(ExtensionFrame.Fault.class));
        assertThat(((ExtensionFrame.Fault) frames.get(0)).reason())
                .contains("?[31mxxx")
                .hasSizeLessThan(300);
    }
}
