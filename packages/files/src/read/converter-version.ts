/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = '5L21l-CGaK4argGfa_3ZP9VKdv6uytZR9wwFxrGu5_E'
