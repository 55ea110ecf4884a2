/** The search text, the limit or a source is out of bounds; `detail` says which and what is allowed. */
export type SearchInvalid = {
  readonly code: 'search.invalid'
  readonly field: 'query' | 'limit' | 'sources'
  readonly detail: string
}

/** The search took longer than `budgetMs`, and was cancelled in the database. */
export type SearchTimedOut = {
  readonly code: 'search.timed_out'
  readonly budgetMs: number
  readonly retryAfterSeconds: number
}

/** As many searches of the person run and wait as are allowed. */
export type SearchesTooMany = {
  readonly code: 'search.too_many'
  readonly runningMax: number
  readonly retryAfterSeconds: number
}

/** More than half of the `held` documents of a source would have been removed. */
export type PruneRefused = {
  readonly code: 'knowledge.prune_refused'
  readonly removed: number
  readonly held: number
}

/** The sources are being removed. Until that is finished, nothing can be imported into them. */
export type SourceBeingRemoved = {
  readonly code: 'knowledge.source_being_removed'
  readonly sources: readonly string[]
}

/** The source has no documents. */
export type SourceNotFound = { readonly code: 'knowledge.source_not_found' }

/** There is no such document, or the caller may not see it. */
export type DocumentNotFound = { readonly code: 'document.not_found' }

/** The document differs from the version that the caller reads. */
export type DocumentChanged = { readonly code: 'document.changed' }

export type KnowledgeError =
  | DocumentChanged
  | DocumentNotFound
  | PruneRefused
  | SearchesTooMany
  | SearchInvalid
  | SearchTimedOut
  | SourceBeingRemoved
  | SourceNotFound
