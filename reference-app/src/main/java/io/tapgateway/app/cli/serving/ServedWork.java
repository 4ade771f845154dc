package io.tapgateway.app.cli.serving;

import io.tapgateway.app.cowork.ClientDoor;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.model.openai.OpenAiEndpoint;
import io.tapgateway.workspace.checkpoint.CheckpointMode;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What clients find at a gateway that serves them beside everything else. Immutable.
 *
 * @param door in front of their ports
 * @param directory where models work for them
 * @param checkpoints when they are made; never, if empty
 * @param endpoint of the model, if one was named
 */
public record ServedWork(
        GatewayProcess gateway,
        ClientDoor door,
        Path directory,
        Optional<CheckpointMode> checkpoints,
        Optional<OpenAiEndpoint> endpoint) {}
