/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'jKCDoAGX7g8B_05ubGZ55EV4-qOXznzFEhX78cdeWF4'
