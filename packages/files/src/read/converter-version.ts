/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = '0_OH9OG343QFttwrSqcuerSLF3GL7obTmk1GU2DSI-s'
