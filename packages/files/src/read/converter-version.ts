/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'uEF4_ryAEVb49UW8w_NsDdjv0FBBhZ6pwpy4rvcosDw'
