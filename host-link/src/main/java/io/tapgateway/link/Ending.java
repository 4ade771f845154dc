package io.tapgateway.link;

/** Why a link is over. */
enum Ending {
    /** The other side is dead, cannot be reached, or does not keep to the protocol. */
    LOST,
    /** The gateway stops, and has said so. */
    STOPPED,
    /** The host has left. */
    LEFT
}
