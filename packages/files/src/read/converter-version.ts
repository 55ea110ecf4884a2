/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'EgP7SK5ipgS_NwDS4viYzsiJEMiXc8Nj4QqzzUOn1co'
