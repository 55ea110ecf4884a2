/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'v8uGjtIz0SrDWN1pn634yfmi-d9PFLXZbfy6LHjF1_o'
