/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'aSHqFSHwifjVlbIgHLujkb_F4uIZRt9K8aHn0FFcb98'
