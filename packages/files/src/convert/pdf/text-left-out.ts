/** How the parser says that it leaves out what is damaged: a page, a part of one, a form on it, or anything packed. */
const leavesOutText =
  /^Warning: (?:Invalid stream|getTextContent - ignoring (?:errors|XObject)|getContentStream - ignoring sub-stream)/
const ofParser = /^Warning: /

let count = 0
const { warn } = console
// The parser goes on after damage, and says so only here. If it stops at any, it also stops at fonts that it can do without.
console.warn = (...words: readonly unknown[]) => {
  const [first] = words
  if (leavesOutText.test(String(first))) count += 1
  if (!ofParser.test(String(first))) warn(...words)
}

/** How often the parser of PDFs has left out damaged text in this thread. */
export const timesTextLeftOut = (): number => count
