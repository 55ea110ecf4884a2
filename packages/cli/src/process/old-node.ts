const oldestLine = 22

/**
 * What to do about a version of Node.js that cannot load Ken's modules; null for a version that can. Must run before they
 * are loaded, and in the syntax of old versions: otherwise people see an error of syntax.
 */
export const oldNodeAdvice = (version: string): string | null =>
  Number.parseInt(version, 10) >= oldestLine
    ? null
    : `Ken needs Node.js ${oldestLine} or newer, and this is ${version}. Run it with a newer one: npx --package node@24 --package @ken/cli ken`
