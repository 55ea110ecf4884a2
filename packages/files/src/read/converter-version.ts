/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'CPCOLFNCQbdjZc3kOHfgwvZ4Zy4IObnOo5poacZd11g'
