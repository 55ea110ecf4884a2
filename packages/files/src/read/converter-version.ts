/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'pgz79gekNr1cMD6ef5CcxYqioLXcyIZGhpQ3j1R5uss'
