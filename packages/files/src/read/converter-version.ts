/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'KuwEvMu8IkcQCXBgqMhIvRG4z1jgRvIESkWcjnACUq4'
