/** A search as the fragment of the address has it: no server, proxy or `Referer` sees it. */
export type Asked = { readonly query: string; readonly sources: readonly string[] }

/** Reads `q=…&source=…`, with or without the `#`. */
export function askedOf(hash: string): Asked {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''))
  return {
    query: (parameters.get('q') ?? '').trim(),
    sources: [...new Set(parameters.getAll('source'))].toSorted(),
  }
}

/** The fragment of a search, without the `#`; empty without a query. */
export function hashOf({ query, sources }: Asked): string {
  if (query === '') return ''
  const parameters = new URLSearchParams({ q: query })
  for (const source of sources) parameters.append('source', source)
  return parameters.toString()
}
