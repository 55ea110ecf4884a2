/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'XOrzK2nZBV0s4ONuqYUyZNCReNR7tv2JfjrzItx7B4E'
