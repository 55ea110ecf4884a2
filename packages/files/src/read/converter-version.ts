/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'cIT3BOWDovB__RJq46Zn4vzF8ecUW9q3UiLXCl7NKBI'
