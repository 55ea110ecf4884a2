/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'bUU-Qm2c18H0SQK7gAptLb5FjPRwLaQaHfS67dbLR7c'
