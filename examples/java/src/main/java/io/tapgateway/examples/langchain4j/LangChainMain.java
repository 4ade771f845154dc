package io.tapgateway.examples.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import io.tapgateway.examples.greeter.Greeter;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.nio.file.Path;

/** Has an AI service greet someone by a provider's tool. Its model is imagined; a real one takes its place. */
public final class LangChainMain {
    /** What the user may say. */
    interface Assistant {
        String answer(String question);
    }

    private LangChainMain() {}

    public static void main(String[] arguments) {
        try (Gateway gateway = Gateway.builder().build()) {
            GatewaySession session = gateway.openSession(
                    SessionInfo.of("assistant", "An assistant", Path.of("").toAbsolutePath()),
                    SessionHost.ignoringEverything());
            LocalProviderTransport.attach(gateway, session.info().id(), Greeter.describe())
                    .whenBound()
                    .toCompletableFuture()
                    .join();
            Assistant assistant = AiServices.builder(Assistant.class)
                    .chatModel(new PoliteModel())
                    .toolProvider(new SessionTools(session, false))
                    .build();
            System.out.println(assistant.answer("Say hello to Ada."));
        }
    }

    /** Greets, and repeats what the tool says. */
    private static final class PoliteModel implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            ChatMessage last = request.messages().get(request.messages().size() - 1);
            AiMessage answer = last instanceof ToolExecutionResultMessage result
                    ? AiMessage.from(result.text())
                    : AiMessage.from(ToolExecutionRequest.builder()
                            .id("1")
                            .name("greet")
                            .arguments("{\"name\":\"Ada\"}")
                            .build());
            return ChatResponse.builder().aiMessage(answer).build();
        }
    }
}
