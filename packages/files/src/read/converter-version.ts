/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = '58rz3nT1xYvJBGPZwMwbT56NM3qCnYCMdnMkFIUu-VQ'
