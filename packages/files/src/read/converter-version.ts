/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = 'ID0di9bw27Mq0uYFYy_8Kr9o0J0Mj5gfDnRtl5wqMVw'
