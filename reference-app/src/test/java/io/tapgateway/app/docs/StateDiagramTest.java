package io.tapgateway.app.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StateDiagramTest {
    sealed interface Door {
        static Shut built() {
            return new Shut();
        }

        default Door toOpen() {
            throw new IllegalStateException("toOpen: the door is " + getClass().getSimpleName());
        }

        default Gone toGone() {
            return new Gone();
        }

        record Shut() implements Door {
            @Override
            public Open toOpen() {
                return new Open();
            }
        }

        sealed interface Passable extends Door {
            default Shut toShut() {
                return new Shut();
            }
        }

        record Open() implements Passable {
            Open toOpenWider() {
                return this;
            }

            String toText() {
                return "open";
            }
        }

        record Gone() implements Door {}
    }

    sealed interface Light {
        record Off() implements Light {}

        record On() implements Light {
            Off toOff() {
                return new Off();
            }
        }
    }

    @Test
    void draws_transitions_that_a_state_declares_or_inherits_but_none_that_is_refused() {
        assertThat(StateDiagram.of(Door.class).markdown()).isEqualTo("""
                ```mermaid
                stateDiagram-v2
                    [*] --> Shut
                    Shut --> Gone
                    Shut --> Open
                    Open --> Gone
                    Open --> Open
                    Open --> Shut
                    Gone --> [*]
                ```
                """);
    }

    @Test
    void without_a_method_to_begin_with_begins_where_no_arrow_leads() {
        assertThat(StateDiagram.of(Light.class.getName()).markdown()).isEqualTo("""
                ```mermaid
                stateDiagram-v2
                    [*] --> On
                    On --> Off
                    Off --> [*]
                ```
                """);
    }

    sealed interface Split {
        record Here() implements Split {}

        record There() implements Split {
            There toThere() {
                return this;
            }
        }
    }

    @Test
    void refuses_what_is_not_a_machine() {
        assertThatThrownBy(() -> StateDiagram.of(Split.class).markdown())
                .hasMessageContaining("Split has states that cannot be reached: of [Here, There] only [Here]");
        assertThatThrownBy(() -> StateDiagram.of(String.class)).hasMessage("class java.lang.String is not sealed");
        assertThatThrownBy(() -> StateDiagram.of("io.tapgateway.Nothing")).hasMessage("no class io.tapgateway.Nothing");
    }
}
