/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'vZ_Njd7F71SdXiqNtquYCRN0NdBe-CcpOVNs9JPTF_g'
