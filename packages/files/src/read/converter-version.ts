/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = '6j8WUTQ2DIib1xMTovPvrTsJvDv33tePcriRZsqvxKc'
