/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'UvapvFX38gmeSf13_gh25jxegj-qZnosFaVlY9wI5YI'
