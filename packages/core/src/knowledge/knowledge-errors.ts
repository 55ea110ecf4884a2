/** The search text or its limit is outside what DESIGN permits; `detail` says which and what is allowed. */
export type SearchInvalid = { readonly code: 'search.invalid'; readonly field: 'query' | 'limit'; readonly detail: string }

export type KnowledgeError = SearchInvalid
