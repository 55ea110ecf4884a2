/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'Fu2qqLEYBAryQx1tNGEgvXBi0E7eKyg99TZkOni7IrI'
