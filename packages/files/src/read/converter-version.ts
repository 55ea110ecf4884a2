/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'BxOHqlKkvGrTmGN9BXUMFZqfSYXFPUdJaz0dlEyEo4k'
