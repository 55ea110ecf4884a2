/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'WL9b1XC9V3g8lSp5p1SN8DmUMQhAFRltiYBEdM43IHQ'
