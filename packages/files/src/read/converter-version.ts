/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'q0FuIR9jfj5VkKIFnzk28PdlkA4pDVpdjZ3yyK0mMNs'
