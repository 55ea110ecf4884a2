/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'Qa2irveb7O94RjhHfsAS0E6tm3jBbu0LeJ_O944_Ric'
