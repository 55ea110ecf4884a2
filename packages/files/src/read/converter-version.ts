/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = '2mdt45mtn6uNOZiCqt_TOl1DXj71qvcNPLeUzsTQgco'
