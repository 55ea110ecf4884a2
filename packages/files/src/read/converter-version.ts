/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'r237-D5ZTMlDg6Gh_dQ5NvDpIfT3pM_hLkE08Zpjx6k'
