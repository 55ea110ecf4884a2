/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = '6OMEdpetQrNvBR93WWhviyN2xB7O2DSJ3ShCsTOBsaM'
