package io.tapgateway.user;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.panel.PanelView;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A surface that can do everything, or what it is said to, and remembers what it was told. Confined to the test's
 * thread.
 */
final class RecordingSurface implements Surface {
    final List<String> told = new ArrayList<>();
    private final String name;
    private final Set<Ability> abilities;
    private final boolean deputy;

    private RecordingSurface(String name, Set<Ability> abilities, boolean deputy) {
        this.name = name;
        this.abilities = abilities;
        this.deputy = deputy;
    }

    static RecordingSurface named(String name) {
        return new RecordingSurface(name, EnumSet.allOf(Ability.class), false);
    }

    static RecordingSurface able(Ability... abilities) {
        return new RecordingSurface("elsewhere", Set.of(abilities), false);
    }

    static RecordingSurface deputy() {
        return new RecordingSurface("in the editor", EnumSet.of(Ability.QUESTIONS, Ability.FORMS), true);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int mostCharacters() {
        return 100_000;
    }

    @Override
    public Set<Ability> abilities() {
        return abilities;
    }

    @Override
    public boolean isDeputy() {
        return deputy;
    }

    @Override
    public void opened(OpenQuestion question) {
        told.add("opened " + question.id());
    }

    @Override
    public void pointed(OpenQuestion question) {
        told.add("pointed " + question.id());
    }

    @Override
    public void closed(OpenQuestion question, QuestionEnd how) {
        told.add(how.text() + " " + question.id());
    }

    @Override
    public void noted(KeptNote note) {
        told.add("noted " + note.note().text());
    }

    @Override
    public void cleared(Optional<ProviderName> source) {
        told.add("cleared " + source.map(ProviderName::value).orElse("all"));
    }

    @Override
    public void insert(ProviderName source, String text) {
        told.add("insert " + text);
    }

    @Override
    public void panel(Optional<PanelView> panel) {
        told.add(panel.map(it -> it.id() + " " + it.content().title() + " " + it.revision())
                .orElse("no panel"));
    }

    @Override
    public void detached() {
        told.add("detached");
    }
}
