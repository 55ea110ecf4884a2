/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'RanBmIL1a5PmajYb7ORh8zkCgpmvjjsXReBWTFxyMng'
