/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'CT9u04OKMZjp3X8iP5CCAdDt7DaJVihCEolKpSJfrKE'
