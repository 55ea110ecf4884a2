/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = '_KqGvZ3jljv7qvNXUQmA8Tw4aIu5PDHXJ7IrFaXW-K0'
