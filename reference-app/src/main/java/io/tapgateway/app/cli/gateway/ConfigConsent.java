package io.tapgateway.app.cli.gateway;

import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.home.Approvals;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.project.ConfigText;
import io.tapgateway.app.project.ProjectConfig;
import io.tapgateway.app.terminal.ConsentQuestion;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Whether the user wants what a configuration starts (D-228, T-34). Confined to the main thread. */
public final class ConfigConsent {
    @Option(names = "--approve-config", description = "Approve the tap.config.json as it is, without being asked.")
    private boolean approve;

    /** Whether it is given without a question. */
    public boolean isGiven() {
        return approve;
    }

    /**
     * The user's answer, which is remembered if it is a yes. What of the file was not taken over is told once.
     *
     * @return empty if there is no terminal that a person sits at
     */
    public Optional<Boolean> to(ProjectConfig config, HomeDirectory home, Output output) throws Problem {
        Approvals approvals = Approvals.in(home);
        if (approvals.contain(config.file(), config.sha256())) {
            return Optional.of(true);
        }
        config.remarks().forEach(remark -> output.complain(config.file() + ": " + remark));
        Optional<Boolean> answer = approve
                ? Optional.of(true)
                : ConsentQuestion.isAgreed(
                        ConfigText.lines(config), "Start them, now and whenever all of this is the same?");
        if (answer.orElse(false)) {
            approvals.add(config.file(), config.sha256());
        }
        return answer;
    }
}
