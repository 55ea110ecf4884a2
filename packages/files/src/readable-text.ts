/** The longest title worth keeping; a longer one is cut. */
const titleLengthMax = 500

/** Text that every store and reader can carry: no lone surrogates, no control characters except line feed and tab. */
export const carriableText = (text: string): string =>
  // Most text is plain ASCII, for which the rest is only time.
  /^[ -~\n\t]*$/.test(text)
    ? text
    : text
        .toWellFormed()
        .replace(/\r\n?|[\v\f\u2028\u2029]/g, '\n')
        // Soft hyphens and byte order marks show nothing and would cut words in two for a search.
        .replace(/[^\P{Cc}\n\t]|[\u00AD\uFEFF]/gu, '')

/** Text without a line that looks like a heading: `# comment` in a script is none. */
export const withoutHeadings = (text: string): string => (/^#{1,6}\s/m.test(text) ? text.replace(/^(?=.)/gm, '    ') : text)

/** A title on one line, cut where it is longer than a title can be; null where nothing is left. */
export function titleText(text: string): string | null {
  const line = carriableText(text).replace(/\s+/g, ' ').trim()
  if (line.length <= titleLengthMax) return line === '' ? null : line
  // Never between the halves of a surrogate pair.
  return `${line.slice(0, titleLengthMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** What people would call a file: `guides/getting-started.md` is `Getting started`, `guides/README.md` is `Guides`. One at the root has the name of the source. */
export function titleFromName(path: string, source: string): string {
  const [name = '', folder = source] = path.split('/').toReversed()
  const stem = name.replace(/\.[^.]*$/, '')
  const words = (/^(?:readme|_?index)$/i.test(stem) ? folder : stem).replace(/[-_\s]+/g, ' ').trim()
  return titleText(words.charAt(0).toUpperCase() + words.slice(1)) ?? titleText(name) ?? 'Untitled'
}

/** A path as it may be shown in a terminal. */
export const shownPath = (path: string): string => path.toWellFormed().replace(/\p{Cc}/gu, '\uFFFD')
