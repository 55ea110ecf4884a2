export { completeImport, type CompleteImport } from './imports/complete-import.ts'
export { embedPending } from './indexing/embed-pending.ts'
export {
  findUnchangedDocuments,
  type FindUnchangedDocuments,
} from './imports/find-unchanged-documents.ts'
export {
  documentsPerImportMax,
  importDocuments,
  type ImportDocuments,
  type ImportVerdict,
} from './imports/import-documents.ts'
export { importFiles, type FileVerdict, type ImportFiles } from './imports/import-files.ts'
export { listOwnSources, type ListOwnSources } from './sources/list-own-sources.ts'
export { listSources, type ListedSource, type ListSources } from './sources/list-sources.ts'
export { pruneSource, type PruneSource } from './sources/prune-source.ts'
export { readDocument, type DocumentPage, type ReadDocument } from './read-document.ts'
export {
  reembedDocuments,
  type ReembedDocuments,
  type Reembedding,
} from './indexing/reembed-documents.ts'
export { reindexDocuments, type ReindexDocuments } from './indexing/reindex-documents.ts'
export {
  documentsPerRemovalMax,
  removeDocuments,
  type RemoveDocuments,
} from './sources/remove-documents.ts'
export { removeSource } from './sources/remove-source.ts'
export {
  requestSourceRemoval,
  type RequestedSourceRemoval,
  type RequestSourceRemoval,
} from './sources/request-source-removal.ts'
export {
  queryLengthMax,
  search,
  searchLimitDefault,
  searchLimitMax,
  searchSourcesMax,
  type Search,
} from './search.ts'
