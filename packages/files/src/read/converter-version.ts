/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'mSraYe0UfXgS9ct1sbdZni1YceEx75QITs9RtJf-PaQ'
