/** Longer titles are cut. */
const titleLengthMax = 500

/** Text without lone surrogates and control characters, except line feed and tab. */
export const carriableText = (text: string): string =>
  // Most text is plain ASCII and needs no changes.
  /^[ -~\n\t]*$/.test(text)
    ? text
    : text
        .toWellFormed()
        .replace(/\r\n?|[\v\f\u2028\u2029]/g, '\n')
        // Soft hyphens and byte order marks are invisible and would split words in a search.
        .replace(/[^\P{Cc}\n\t]|[\u00AD\uFEFF]/gu, '')

/** Whether a raised text is the power of the number before it. Of `&minus;6`, the sign comes alone. */
export const isPower = (before: string, raised: string): boolean =>
  /\d$/.test(before) && /^(?:[-+]?\d|[\u2212\u2013])/.test(raised)

/** Indents a text in which a line looks like a heading, such as a comment of a script. */
export const withoutHeadings = (text: string): string =>
  /^#{1,6}\s/m.test(text) ? text.replace(/^(?=.)/gm, '    ') : text

/** A title on one line, cut to its maximum length; null if it is empty. */
export function titleText(text: string): string | null {
  const line = carriableText(text).replace(/\s+/g, ' ').trim()
  if (line.length <= titleLengthMax) return line === '' ? null : line
  // Never between the halves of a surrogate pair.
  return `${line.slice(0, titleLengthMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** A title from a path: `guides/getting-started.md` is `Getting started`, `guides/README.md` is `Guides`. A README at the root has the name of the source. */
export function titleFromName(path: string, source: string): string {
  const [name = '', folder = source] = path.split('/').toReversed()
  // An export of Notion ends names with an id.
  const stem = name.replace(/\.[^.]*$/, '').replace(/(?<=.) [\da-f]{32}$/, '')
  const words = (/^(?:readme|_?index)$/i.test(stem) ? folder : stem).replace(/[-_\s]+/g, ' ').trim()
  return titleText(words.charAt(0).toUpperCase() + words.slice(1)) ?? titleText(name) ?? 'Untitled'
}

/** A path that is safe to show in a terminal. */
export const shownPath = (path: string): string => path.toWellFormed().replace(/\p{Cc}/gu, '\uFFFD')
