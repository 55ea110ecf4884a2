export {
  aiSdkAnswerModel,
  type AiSdkAnswerModel,
  type AiSdkAnswerModelOptions,
  type AnswerModelProbe,
} from './ai-sdk-answer-model.ts'
export { inProcessAnswerLimiter } from './in-process-answer-limiter.ts'
export { modelProviders, providerUrls, type ModelProvider } from './model-providers.ts'
export {
  openAiEmbedder,
  type EmbedderProbe,
  type OpenAiEmbedder,
  type OpenAiEmbedderOptions,
} from './openai-embedder.ts'
