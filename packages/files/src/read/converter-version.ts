/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'R7okF1JzYgNRjFq3btthbla7Lq_fU5TfLAwbc8hu0uo'
