package io.tapgateway.agentserver;

import io.tapgateway.agentserver.anywhere.Folder;
import io.tapgateway.model.LanguageModel;
import io.tapgateway.protocol.model.MayChange;
import java.util.List;

/**
 * What a server of Copilot Anywhere works with. Immutable.
 *
 * @param folders where the agents work, the first one where nobody says otherwise; at least one
 * @param model that thinks; shared by all folders
 * @param modelName as clients are told of it
 */
@MayChange
public record AnywhereSettings(List<Folder> folders, LanguageModel model, String modelName) {
    /** How many folders there are at most. */
    public static final int MOST_FOLDERS = 64;

    public AnywhereSettings {
        folders = List.copyOf(folders);
        if (folders.isEmpty() || folders.size() > MOST_FOLDERS) {
            throw new IllegalArgumentException(
                    "folders: there are 1 to " + MOST_FOLDERS + ", and not " + folders.size());
        }
    }
}
