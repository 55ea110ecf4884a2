/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'AeC5mfCN7Jq8vtmzNwZuxV6FvRM1hiIYcPZdAJBnbnA'
