/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = '9PrZZnhD6KXaBGRf3aoSF5jYxT-zOEm6_NAXs1QJcUg'
