/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'QeAYg6nRglPg2_d3-QERQ7yzAigJ7gzrDADqYh-kGLs'
