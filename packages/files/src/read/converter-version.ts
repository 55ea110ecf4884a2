/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = '5A0Sk_l5B5DKwM24CzikBm-yVLzZzN9T8JpPXpqIy0o'
