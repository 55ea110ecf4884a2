/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'vaiXJC2hK0P3LB940ffUK4WYhY9DSiO6Densqw-shlU'
