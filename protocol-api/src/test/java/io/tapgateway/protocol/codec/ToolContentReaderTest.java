package io.tapgateway.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ContentBlock;
import io.tapgateway.protocol.model.ToolContent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ToolContentReaderTest {
    @Test
    void D237_every_kind_of_block_is_read_and_kept_as_it_came() throws Exception {
        JsonValue data = json("{'content':[{'type':'text','text':'hi','annotations':{'priority':1}},"
                + "{'type':'audio','mimeType':'audio/wav','data':'AAH/'},"
                + "{'type':'resource_link','uri':'file:///a','name':'a'},"
                + "{'type':'resource','resource':{'uri':'x:1','mimeType':'text/plain;charset=utf-8','text':'t'}},"
                + "{'type':'resource','resource':{'uri':'x:2','blob':'AA=='}},{'type':'new','x':1}],"
                + "'structuredContent':{'n':1},'isError':true,'_meta':{'k':'v'}}");

        ToolContent content = ToolContentReader.read(data);

        assertThat(content.json()).isEqualTo(data);
        assertThat(content.isError()).isTrue();
        assertThat(content.structured()).contains(json("{'n':1}"));
        assertThat(content.blocks())
                .extracting(block -> block.getClass().getSimpleName())
                .containsExactly("Text", "Media", "Link", "Resource", "Resource", "Unknown");
        assertThat(content.blocks().get(0).json())
                .isEqualTo(json("{'type':'text','text':'hi','annotations':{'priority':1}}"));
        assertThat(((ContentBlock.Media) content.blocks().get(1)).bytes()).containsExactly(0, 1, -1);
        assertThat(((ContentBlock.Resource) content.blocks().get(4)).bytes()).contains(new byte[] {0});
    }

    @Test
    void D237_what_is_built_reads_as_it_was_meant() {
        ToolContent built = ToolContent.of(
                        ContentBlock.text("t"),
                        ContentBlock.image("image/png", new byte[] {1, 2}),
                        ContentBlock.audio("audio/wav", new byte[0]),
                        ContentBlock.link("file:///a", "a"))
                .withStructured(JsonValue.EMPTY_OBJECT);

        assertThat(ToolContentReader.read(built.json())).isEqualTo(built);
        assertThat(ToolContentReader.read(built.asError().json())).isEqualTo(built.asError());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'content':[1]}                                                       | /content/0
            {'content':[{}]}                                                      | /content/0/type
            {'content':[{'type':'text'}]}                                         | /content/0/text
            {'content':[{'type':'image','data':'AA=='}]}                          | /content/0/mimeType
            {'content':[{'type':'image','mimeType':'png','data':'AA=='}]}         | /content/0/mimeType
            {'content':[{'type':'image','mimeType':'image/png','data':'AA='}]}    | /content/0/data
            {'content':[{'type':'image','mimeType':'image/png','data':'A==='}]}   | /content/0/data
            {'content':[{'type':'image','mimeType':'image/png','data':'A-_='}]}   | /content/0/data
            {'content':[{'type':'resource_link','uri':'x'}]}                      | /content/0/name
            {'content':[{'type':'resource','resource':{'uri':'x'}}]}              | /content/0/resource
            {'content':[{'type':'resource','resource':{'text':'x'}}]}             | /content/0/resource/uri
            {'content':[],'structuredContent':[]}                                 | /structuredContent
            {'content':[],'isError':'yes'}                                        | /isError
            """)
    void D237_content_that_is_not_as_its_kind_demands_is_a_fault(String text, String pointer) throws Exception {
        JsonValue data = json(text);

        assertThatThrownBy(() -> ToolContentReader.read(data))
                .isInstanceOfSatisfying(
                        JsonFault.class, fault -> assertThat(fault.pointer()).isEqualTo(pointer));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "'text'", "[]", "{}", "{'content':'text'}", "{'content':{}}"})
    void D237_other_data_is_no_content(String text) throws Exception {
        assertThat(ToolContentReader.isContent(json(text))).isFalse();
    }

    private static JsonValue json(String text) throws Exception {
        return JsonValue.parse(text.replace('\'', '"'));
    }
}
