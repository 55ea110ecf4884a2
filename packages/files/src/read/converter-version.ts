/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'eOONUFemg558p7eR8Np_G-WsKQpT0ZW-LLB_ykFNxVE'
