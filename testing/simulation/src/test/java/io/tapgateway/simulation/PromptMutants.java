package io.tapgateway.simulation;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptAssembly.Change;
import io.tapgateway.runtime.PromptAssembly.Notice;
import io.tapgateway.runtime.core.kernel.Receipt;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Gateways that do something else to prompts than they should. */
final class PromptMutants {
    private static final String PROTECTED = "safety";

    private PromptMutants() {}

    static List<Mutant> all() {
        return List.of(
                assembling("I-52", "adds to a protected section behind the host's own text", (assembly, sections) -> {
                    if (assembly.changes().containsKey(PROTECTED)) {
                        sections.merge(PROTECTED, "Be kind.", (text, more) -> text + "\n\n" + more);
                    }
                }),
                assembling(
                        "I-52",
                        "shows less of a protected section when there is more to show",
                        (assembly, sections) -> {
                            if (assembly.changes().containsKey(PROTECTED)) {
                                sections.computeIfPresent(
                                        PROTECTED, (name, text) -> text.substring(0, text.length() - 1));
                            }
                        }),
                assembling(
                        "I-53",
                        "empties a section whose callback fails",
                        (assembly, sections) -> assembly.notices().stream()
                                .filter(notice -> notice.kind() == Notice.Kind.CALLBACK_FAILED)
                                .flatMap(notice -> notice.section().stream())
                                .forEach(section -> sections.computeIfPresent(section, (name, text) -> ""))),
                assembling(
                        "I-53",
                        "forgets what a callback has said",
                        (assembly, sections) -> assembly.changes().forEach((section, changes) -> {
                            if (changes.stream().allMatch(it -> it.way() == Change.Way.REWRITTEN)) {
                                sections.put(section, "Be brief.");
                            }
                        })),
                Mutant.limiting(
                        "I-53",
                        "lets prompts wait for longer",
                        limits -> limits.with(Limit.TRANSFORM_TIMEOUT, 20_000)
                                .with(Limit.PROMPT_TRANSFORM_TIMEOUT, 20_000)));
    }

    private static Mutant assembling(
            String invariant, String fault, BiConsumer<PromptAssembly, Map<String, String>> altered) {
        return Mutant.filtering(invariant, fault, world -> new EffectsFilter.OfAnswers<>(PromptAssembly.class, world) {
            @Override
            void answer(Receipt<PromptAssembly> receipt, PromptAssembly assembly) {
                Map<String, String> sections = new LinkedHashMap<>(assembly.sections());
                altered.accept(assembly, sections);
                world.complete(
                        receipt,
                        new PromptAssembly(
                                sections,
                                assembly.changes(),
                                assembly.context(),
                                assembly.startupContext(),
                                assembly.notices()));
            }
        });
    }
}
