/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'duJW_X3rxUIo_r54gVm1UdSPujPzy4XCbKlInPtvA9Y'
