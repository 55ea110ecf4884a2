/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'Bb75QcCkeselxsZ44a-BvDGzp4qW3mWCJn6kWo08k40'
