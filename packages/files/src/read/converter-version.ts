/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = '_2rMV5_5kMeVjmfNDjn5lgrMSuI_409AixtcxYSyWH4'
