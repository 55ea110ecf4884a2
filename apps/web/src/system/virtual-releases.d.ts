declare module 'virtual:releases' {
  /** What is new in each version, newest first; read from the change files when the console is built. */
  // oxlint-disable-next-line typescript/consistent-type-imports -- A module declaration cannot import a relative path.
  export const releases: ReadonlyArray<import('./changelog.ts').Release>
}
