package io.tapgateway.app.mcp;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.mcp.protocol.http.TokenScope;
import io.tapgateway.mcp.protocol.oauth.ServerToken;
import io.tapgateway.programs.Command;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What keeps a server of the home from being there, as far as its files say; nothing is started or asked.
 * Immutable (M-061, M-071).
 *
 * @param what a sentence
 * @param remedy what to do about it
 */
public record McpObstacle(String what, String remedy) {
    /**
     * What is in the way of a server.
     *
     * @param workspace where it would be started
     * @throws Problem if a file of the home cannot be read
     */
    public static List<McpObstacle> of(HomeDirectory home, McpEntry entry, Path workspace, Clock clock) throws Problem {
        List<McpObstacle> found = new ArrayList<>();
        String server = "The MCP server '" + entry.key() + "' ";
        if (!McpApprovals.in(home).contain(entry, McpFiles.of(entry, workspace))) {
            found.add(new McpObstacle(
                    server + "is not started in " + workspace + ": you have not approved it as it is now.",
                    "Look at it: tapgateway mcp-server approve " + entry.key()));
        }
        try {
            requireValues(McpVariables.in(home), entry, workspace);
        } catch (IOException e) {
            found.add(new McpObstacle(
                    server + "is not started: " + e.getMessage() + ".",
                    "Then have it tried again: tapgateway mcp-server restart " + entry.key()));
            return found;
        }
        if (entry.isAtAddress()) {
            URI address = McpLogin.server(home, entry);
            login(McpTokens.in(home).find(address), McpScopes.in(home).find(address), clock)
                    .map(it -> new McpObstacle(server + it, "Log in: tapgateway mcp-server login " + entry.key()))
                    .ifPresent(found::add);
        }
        return found;
    }

    private static void requireValues(McpVariables values, McpEntry entry, Path workspace) throws IOException, Problem {
        var unusedUrl = values.in(entry.url());
        var unusedHeaders = values.in(entry.headers());
        Optional<Command> command = entry.commandIn(workspace);
        if (command.isPresent()) {
            var unused = values.in(command.get());
        }
    }

    private static Optional<String> login(Optional<ServerToken> token, TokenScope wanted, Clock clock) {
        if (hasEnded(token, clock)) {
            return Optional.of("does not take you in any more: your login has ended.");
        }
        boolean isEnough =
                token.map(ServerToken::scope).orElse(TokenScope.UNNAMED).includes(wanted);
        return isEnough ? Optional.empty() : Optional.of("wants a login that is good for '" + wanted.text() + "'.");
    }

    private static boolean hasEnded(Optional<ServerToken> token, Clock clock) {
        return token.filter(it -> it.refresh().isEmpty())
                .flatMap(ServerToken::endsAt)
                .filter(it -> it < clock.millis())
                .isPresent();
    }
}
