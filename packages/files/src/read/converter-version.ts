/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'CiybRLRJ23qm-J-LN8QpW9785221A0nZqZ2RI2LwqDc'
