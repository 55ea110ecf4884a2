/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'TO0Ptvf5RoJUeJnx9Gde2gUf6Ri8zvWI5EyO1kFUpY0'
