/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'uIjjiJ9NqlF04ZE0Ek7VJxxcoFQ5AHaRHgt0P3bGd_M'
