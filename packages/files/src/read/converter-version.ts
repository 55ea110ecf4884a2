/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'bGkx43eArCFAJU4Hh_BC-VbdjyctiHvXKsN_Il_LTb0'
