/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'bRf3gefomND8knScP55Y2HfjvkJZhH1bk1e-sRL2wPw'
