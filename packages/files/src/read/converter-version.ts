/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'cqZsJoG1i5sY8GZhzXiyY4AY2e3SwAwXVGg0h6bpY3w'
