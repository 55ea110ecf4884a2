/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'sVy0R16Y-sign1ELEO9qP8RBvQJ4aEaxNawIulLzPSU'
