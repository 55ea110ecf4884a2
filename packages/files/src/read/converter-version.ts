/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'jofO3O8g0IiZM2SNpKYqaWgkVzjW2InNB_wcPIwgIV8'
