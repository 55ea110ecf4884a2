/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = '0ZTeAA7E_gElR-rNRZ6neu-NvpP4YiiWN-W851ftv3o'
