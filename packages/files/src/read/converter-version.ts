/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'KUuhph4SJ7xuYIMIqFzvJTLt2y_QTbPa5hEXxC6HSYo'
