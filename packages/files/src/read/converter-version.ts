/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'Ex4M5Wi-f6hUDzq-tZMCYlVZfeX_iLoBNP9Ha5MFYhw'
