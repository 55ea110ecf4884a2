/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'ACGjQAlfz5l5PkoL15wDg7QV4YvhgbJyPZTA_l4ppcU'
