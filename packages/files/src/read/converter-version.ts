/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'u7yQL_Kj0SDNGA1fR5SiYWlec2cWfEighzO3JMXbolw'
