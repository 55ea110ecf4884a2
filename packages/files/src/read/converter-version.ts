/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'qpKgCJFapojKSMiCOMwtGZ3FuFYsmEZmwv5VpUpoIHQ'
