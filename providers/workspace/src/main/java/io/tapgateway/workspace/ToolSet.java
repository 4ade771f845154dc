package io.tapgateway.workspace;

import io.tapgateway.protocol.model.MayChange;

/** Which tools a workspace has (F-008). */
@MayChange
public enum ToolSet {
    /**
     * {@code read}, {@code write}, {@code edit}, {@code patch}, {@code glob}, {@code grep}, {@code bash}, {@code
     * todoWrite}.
     */
    MODERN,
    /**
     * Those of Copilot Anywhere: {@code listFiles}, {@code readFiles}, {@code createFile}, {@code editFile}, {@code
     * searchFiles}.
     */
    ANYWHERE
}
