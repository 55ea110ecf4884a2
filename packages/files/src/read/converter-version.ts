/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'PZfGwIfb4-6mfCeRzgptNfh4q_UYxo0Vdo5KZsr9zQ0'
