/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'kqeGZ32T2rCCg5QV6GHOejxoHNVqj98z1eFppW6gp10'
