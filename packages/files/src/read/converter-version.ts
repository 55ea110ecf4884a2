/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'RqWSEp4HH69MP1oRDUTfl1frli4cqxCVxLqYWJbT-XI'
