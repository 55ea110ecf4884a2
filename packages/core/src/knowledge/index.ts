export { completeImport, type CompleteImport } from './complete-import.ts'
export { embedPending } from './embed-pending.ts'
export { findUnchangedDocuments, type FindUnchangedDocuments } from './find-unchanged-documents.ts'
export {
  documentsPerImportMax,
  importDocuments,
  type ImportDocuments,
  type ImportVerdict,
} from './import-documents.ts'
export { importFiles, type FileVerdict, type ImportFiles } from './import-files.ts'
export { listOwnSources, type ListOwnSources } from './list-own-sources.ts'
export { listSources, type ListedSource, type ListSources } from './list-sources.ts'
export { pruneSource, type PruneSource } from './prune-source.ts'
export { readDocument, type DocumentPage, type ReadDocument } from './read-document.ts'
export { reembedDocuments, type ReembedDocuments, type Reembedding } from './reembed-documents.ts'
export { reindexDocuments, type ReindexDocuments } from './reindex-documents.ts'
export {
  documentsPerRemovalMax,
  removeDocuments,
  type RemoveDocuments,
} from './remove-documents.ts'
export { removeSource } from './remove-source.ts'
export {
  requestSourceRemoval,
  type RequestedSourceRemoval,
  type RequestSourceRemoval,
} from './request-source-removal.ts'
export {
  queryLengthMax,
  search,
  searchLimitDefault,
  searchLimitMax,
  searchSourcesMax,
  type Search,
} from './search.ts'
