export { openAiEmbedder, type EmbedderProbe, type OpenAiEmbedder, type OpenAiEmbedderOptions } from './openai-embedder.ts'
