/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'TRnJwtA55_6RMUA1v6VRs2307DQsE1yteostR2QDdYY'
