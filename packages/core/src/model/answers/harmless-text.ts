/** Stands behind an @ that is to call nobody, and is not seen. */
const nothing = '\u200b'

/** What moves text about or is not shown. */
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Text of a model or of a document that a chat shows and does nothing else with: it links nowhere, fetches nothing and
 * calls nobody. Of links and images their words stay; other marks of Markdown stay as they are.
 */
export function harmlessText(text: string): string {
  // Bounds keep the time in proportion to the text: what is beyond them is parted below.
  return (
    text
      .toWellFormed()
      .replaceAll('\r\n', '\n')
      .replaceAll(unseen, (character) => (character === '\n' || character === '\t' ? character : ''))
      .replaceAll(/!?\[([^[\]]{0,500})\]\((?:[^()\s]|\([^()\s]{0,100}\)){0,2000}(?:\s+"[^"]{0,200}")?\)/g, '$1')
      // Of addresses their words stay, too. Nothing is taken out from here on: what is parted stays parted.
      .replaceAll(/[a-z][a-z0-9+.-]{0,30}:\/\//gi, '')
      .replaceAll('://', ': //')
      .replaceAll(/(?<![a-z0-9])www(\d{0,3})\.(?=[a-z0-9])/gi, `www$1${nothing}.`)
      .replaceAll(/(?<![a-z0-9])@/gi, `@${nothing}`)
      // Whatever a reader of Markdown might yet take for a link, a definition of one, or an image.
      .replaceAll(/<(?=[^\s<>]*[@:])/g, '< ')
      .replaceAll(/\](?=[([:])/g, '] ')
  )
}

/** Text as it reads, on one line: harmless, and no mark of it formats anything. */
export const plainText = (text: string): string =>
  harmlessText(text.replaceAll(/\s+/g, ' ').trim())
    .replaceAll(/[\\`*_~|[\]<>#]/g, String.raw`\$&`)
    .replace(/^([-+=]|\d+[.)])(?=\s|$)/, (mark) => mark.replace(/.$/, String.raw`\$&`))
