export {
  openAiAnswerModel,
  type AnswerModelProbe,
  type OpenAiAnswerModel,
  type OpenAiAnswerModelOptions,
} from './openai-answer-model.ts'
export {
  openAiEmbedder,
  type EmbedderProbe,
  type OpenAiEmbedder,
  type OpenAiEmbedderOptions,
} from './openai-embedder.ts'
