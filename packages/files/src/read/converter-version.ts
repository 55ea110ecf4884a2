/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'YJ7Edr6KB1T-Df61JPS7-bm8r6rpcaeQI3k2NTE7HHU'
