const oldest = { line: 22, release: 23, patch: 2 }

/**
 * What to do about a version of Node.js that cannot load Ken's modules; null for a newer one. Early releases of the oldest line
 * lack built-in modules. Must run before they are loaded, and in the syntax of old versions: otherwise people see an error
 * of syntax.
 */
export function oldNodeAdvice(version: string): string | null {
  const [line = 0, release = 0, patch = 0] = version.split('.').map((part) => parseInt(part, 10))
  const isOld =
    line < oldest.line ||
    (line === oldest.line &&
      (release < oldest.release || (release === oldest.release && patch < oldest.patch)))
  if (!isOld) return null
  const needed = `${oldest.line}.${oldest.release}.${oldest.patch}`
  return `Ken needs Node.js ${needed} or newer, and this is ${version}. Run it with a newer one: npx --package node@24 --package @ken/cli ken`
}
