/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'gSqj1GUXNtPpcisK_qBF4Y1hJH4vn69MZAOE12ZfJsE'
