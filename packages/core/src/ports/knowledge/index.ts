export type { AnswerLimiter, ModelSlot, ModelUser } from './answer-limiter.ts'
export type { AnswerModel, ModelPrompt, ModelTurn } from './answer-model.ts'
export type { DocumentReader, VisibleDocument } from './document-reader.ts'
export type { Embedder } from './embedder.ts'
export type { ConvertedFile, FileConverter, UploadOptions } from './file-converter.ts'
export type {
  ChunkEmbedding,
  ChunkPlace,
  IndexedDocument,
  IndexProgress,
  Reindexing,
  SearchIndex,
  SearchIndexWriter,
  UnembeddedChunk,
  PersonVisibility,
  Visibility,
} from './search-index.ts'
export type { SearchLimiter } from './search-limiter.ts'
