/** The search text or its limit is outside the limits; `detail` says which and what is allowed. */
export type SearchInvalid = { readonly code: 'search.invalid'; readonly field: 'query' | 'limit'; readonly detail: string }

/** Of the `held` documents of a source, more than half would have been removed. */
export type PruneRefused = { readonly code: 'knowledge.prune_refused'; readonly removed: number; readonly held: number }

export type KnowledgeError = PruneRefused | SearchInvalid
