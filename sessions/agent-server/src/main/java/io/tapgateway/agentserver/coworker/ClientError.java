package io.tapgateway.agentserver.coworker;

import java.util.Locale;

/**
 * What a client is told of what is wrong, as an {@code error}. Immutable.
 *
 * @param message for people
 */
public record ClientError(String message, Code code, Source source) {
    /** What kind of trouble it is. */
    public enum Code {
        INVALID_JSON,
        INVALID_PAYLOAD,
        MISSING_TYPE,
        UNKNOWN_TYPE,
        UNKNOWN_SESSION,
        BUSY,
        VALIDATION_FAILED,
        PERMISSION_DENIED,
        PROVIDER_ERROR,
        BACKUP_ERROR,
        OBSERVABILITY_ERROR,
        INTERNAL_ERROR;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Who has found it. */
    public enum Source {
        PROTOCOL,
        SESSION,
        TOOL,
        PROVIDER,
        BACKUP,
        OBSERVABILITY,
        PERMISSIONS;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static ClientError protocol(Code code, String message) {
        return new ClientError(message, code, Source.PROTOCOL);
    }

    /** What was asked for cannot be. */
    public static ClientError session(String message) {
        return new ClientError(message, Code.VALIDATION_FAILED, Source.SESSION);
    }

    /** Nobody knows that command (W-032). */
    public static ClientError unknownCommand(String name) {
        return session("Unknown command: " + EcmaText.echo(name));
    }

    /** Nobody knows that skill (W-059). */
    public static ClientError unknownSkill(String name) {
        return session("Skill \"" + EcmaText.echo(name) + "\" not found.");
    }

    /** A model cannot be reached that way. */
    public static ClientError provider(String message) {
        return new ClientError(message, Code.PROVIDER_ERROR, Source.PROVIDER);
    }

    /** Something about backups does not work. */
    public static ClientError backup(String message) {
        return new ClientError(message, Code.BACKUP_ERROR, Source.BACKUP);
    }

    /** Something that was asked about logs, metrics or traces does not work. */
    static ClientError observability(String message) {
        return new ClientError(message, Code.OBSERVABILITY_ERROR, Source.OBSERVABILITY);
    }

    /** There is no checkpoint of that name to be removed (W-069). */
    public static ClientError unknownCheckpoint(String id) {
        return new ClientError("Unknown checkpoint id: " + EcmaText.echo(id), Code.VALIDATION_FAILED, Source.BACKUP);
    }

    /** Whoever intercepts the session has not let the turn go on (W-072). */
    static ClientError blocked(String reason) {
        return new ClientError(reason, Code.PERMISSION_DENIED, Source.PERMISSIONS);
    }

    static ClientError busy(String message) {
        return new ClientError(message, Code.BUSY, Source.SESSION);
    }
}
