package io.tapgateway.app.agents;

import io.tapgateway.user.Ability;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.Surface;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A surface that the host of an agent's window has attached: a deputy, which approves tools only where the person has
 * said so to the gateway (U-107, U-108). It shows questions and nothing else. Thread-safe, as that behind it is.
 */
record AgentSurface(Surface behind, boolean approves) implements Surface {
    @Override
    public String name() {
        return behind.name();
    }

    @Override
    public int mostCharacters() {
        return behind.mostCharacters();
    }

    @Override
    public Set<Ability> abilities() {
        return behind.abilities().stream()
                .filter(it -> it == Ability.QUESTIONS || it == Ability.FORMS || (approves && it == Ability.APPROVALS))
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public boolean isDeputy() {
        return true;
    }

    @Override
    public void opened(OpenQuestion question) {
        behind.opened(question);
    }

    @Override
    public void closed(OpenQuestion question, QuestionEnd how) {
        behind.closed(question, how);
    }

    @Override
    public void detached() {
        behind.detached();
    }
}
