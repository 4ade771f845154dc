package io.tapgateway.app.doctor;

import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import java.util.Optional;

/**
 * The gateway of a home, as far as it can be found. Immutable.
 *
 * @param record what its file says; empty if there is none, or it cannot be understood
 * @param isAlive whether the process of the file runs
 * @param answers whether it is the one that answers on its control port
 * @param complaint what is wrong with the files
 */
record FoundGateway(Optional<GatewayRecord> record, boolean isAlive, boolean answers, Optional<String> complaint) {

    static FoundGateway in(HomeDirectory home) {
        try {
            Optional<GatewayRecord> record = GatewayRecord.read(home.gatewayRecord());
            boolean alive = record.filter(it -> it.process().isAlive()).isPresent();
            boolean answers = alive
                    && ControlClient.findRunning(home)
                            .flatMap(ControlClient::health)
                            .isPresent();
            return new FoundGateway(record, alive, answers, Optional.empty());
        } catch (Problem e) {
            return new FoundGateway(Optional.empty(), false, false, Optional.of(e.sentence()));
        }
    }
}
