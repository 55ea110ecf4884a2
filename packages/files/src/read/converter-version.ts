/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'bUIQFAKCOZejY1bgZj5wx8sa9nbQJLMAo8Mq7WtCPOI'
