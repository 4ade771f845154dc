package io.tapgateway.agentserver.step;

import io.tapgateway.model.AnswerParts;
import io.tapgateway.model.LanguageModel;
import io.tapgateway.model.ModelFailure;
import io.tapgateway.model.ModelMessage;
import io.tapgateway.model.ModelTool;
import io.tapgateway.model.Question;
import io.tapgateway.model.ToolRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * A model that only reads and writes texts, as one that uses tools by steps. An answer that is no step
 * is told what is wrong with it, and does not count as one. For one turn; confined to the agent's thread.
 */
public final class StepModel implements LanguageModel {
    /** Why a turn has ended whose model does not find its way to a step. */
    static final String NO_STEP =
            "The model did not answer in steps, though it was told how: say it again, in smaller parts, or use another"
                    + " model.";

    /** How often in a row a model is told what is wrong. */
    static final int MOST_CORRECTIONS = 2;

    private static final String DONE = "Done.";

    private final LanguageModel model;
    private final int mostAnswers;
    private int answers;

    private StepModel(LanguageModel model, int steps) {
        this.model = model;
        this.mostAnswers = 2 * steps + 2;
    }

    /**
     * The model of one turn.
     *
     * @param steps how many it has at most
     */
    public static LanguageModel of(LanguageModel model, int steps) {
        return new StepModel(model, steps);
    }

    /** The same model in a conversation without tools, which it may have used before. */
    public static LanguageModel talking(LanguageModel model) {
        return new LanguageModel() {
            @Override
            public ModelMessage.Answer answer(Question question) throws ModelFailure, InterruptedException {
                return answer(question, AnswerParts.NONE);
            }

            @Override
            public ModelMessage.Answer answer(Question question, AnswerParts parts)
                    throws ModelFailure, InterruptedException {
                Question plain = new Question(StepTalk.plain(question.messages()), List.of());
                return new ModelMessage.Answer(model.answer(plain, parts).text(), List.of());
            }
        };
    }

    @Override
    public ModelMessage.Answer answer(Question question) throws ModelFailure, InterruptedException {
        StepReader reader = new StepReader(question.tools());
        List<ModelMessage> talk = new ArrayList<>(StepTalk.withTools(question.messages(), question.tools()));
        for (int corrections = 0; corrections <= MOST_CORRECTIONS && answers < mostAnswers; corrections++) {
            answers++;
            ModelMessage.Answer said = model.answer(new Question(talk, List.of()));
            StepReader.Reading reading = reader.read(said.text());
            if (reading.step().isPresent()) {
                return answer(reading.step().get());
            }
            talk.add(new ModelMessage.Answer(said.text(), List.of()));
            talk.add(new ModelMessage.Prompt(correction(reading.fault(), question.tools())));
        }
        throw ModelFailure.ofWrongAnswers(NO_STEP);
    }

    private ModelMessage.Answer answer(ModelStep step) {
        List<ToolRequest> requests = new ArrayList<>();
        for (ModelStep.Action action : step.actions()) {
            String id = "step-" + answers + "-" + (requests.size() + 1);
            requests.add(new ToolRequest(id, action.tool(), action.arguments().json()));
        }
        String said = step.done() && step.said().isBlank() ? DONE : step.said();
        return new ModelMessage.Answer(said, requests);
    }

    private static String correction(String fault, List<ModelTool> tools) {
        String tool = tools.isEmpty() ? "none" : tools.get(0).name();
        return fault + " Nothing was done. Answer with one JSON object and nothing else, such as "
                + StepTalk.example(tool) + ".";
    }
}
