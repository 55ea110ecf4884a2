/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'JZ0NnGv8KKjnIofK5cGWWxMstTEN_IWZ5AkVdf5kWDQ'
