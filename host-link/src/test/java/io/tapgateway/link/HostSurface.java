package io.tapgateway.link;

import io.tapgateway.user.Ability;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.Surface;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A surface in a host, which remembers what it was told. Confined to the test's thread. */
final class HostSurface implements Surface {
    final List<String> told = new ArrayList<>();
    final List<OpenQuestion> opened = new ArrayList<>();
    private final String name;
    private final int characters;
    private final boolean deputy;
    Runnable whenOpened = () -> {};

    private HostSurface(String name, int characters, boolean deputy) {
        this.name = name;
        this.characters = characters;
        this.deputy = deputy;
    }

    static HostSurface named(String name) {
        return new HostSurface(name, 10_000, false);
    }

    static HostSurface showing(int characters) {
        return new HostSurface("in the margin", characters, false);
    }

    static HostSurface deputy(String name) {
        return new HostSurface(name, 10_000, true);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int mostCharacters() {
        return characters;
    }

    @Override
    public Set<Ability> abilities() {
        return EnumSet.allOf(Ability.class);
    }

    @Override
    public boolean isDeputy() {
        return deputy;
    }

    @Override
    public void opened(OpenQuestion question) {
        opened.add(question);
        told.add("opened " + question.id());
        whenOpened.run();
    }

    @Override
    public void closed(OpenQuestion question, QuestionEnd how) {
        told.add(how.text() + " " + question.id());
    }

    @Override
    public void detached() {
        told.add("detached");
    }
}
