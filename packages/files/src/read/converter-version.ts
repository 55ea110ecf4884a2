/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'aEBBvU_QQMDEOV3RmKweV_LfaH4A2K303iz2sdmPw7w'
