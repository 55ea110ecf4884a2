/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'yp_m6xkazWI8ulQJ7fiLKPccZFhmSjoHUsb_ilkHjn8'
