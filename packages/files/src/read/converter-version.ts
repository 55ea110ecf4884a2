/** A digest of everything that converts a page. `vitest run converter-version -u` writes it. */
export const converterVersion = '-reSgv8CEPXkvxRhYS3yL3pzHJda0YStMHBSvHO40cY'
