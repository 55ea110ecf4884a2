/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'MOxeBdPLhB8cwQqwi0qC__OnZVdObgmhaJdm3IfTC60'
