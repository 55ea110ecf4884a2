/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = '-lG3-e9__ncTu5yFQrY8dnHqTZsGVhdun2Y3wezMo4A'
