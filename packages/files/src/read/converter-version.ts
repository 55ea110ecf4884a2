/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'vMG12FZGJHSmEuAlgSlT_VQLvT2N-IAep4sOBrtGEtk'
