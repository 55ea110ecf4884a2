/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'ZCcz2hOaYk1vIc5Ii5b72y2W4G7w6orCZ-PyicQgFb4'
