/** An invisible character after @, so that it mentions no one. */
const zeroWidthSpace = '\u200b'

/**
 * Characters that reorder text or are invisible, except those that shape the text around them: line breaks and tabs,
 * the joiners of some scripts and of emoji, and the two variants of emoji.
 */
const invisible =
  /(?!\t|\n|[\u200c-\u200d]|[\ufe0e-\ufe0f])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** Text without characters that no one sees, and with one kind of line break. */
export const visibleText = (text: string): string =>
  text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(invisible, '')

/** Printable ASCII with none of the characters that the rules of `sanitizeText` need, and without `www`. */
const isInert = (text: string): boolean =>
  /^[\t\n -%'-.0-9;=>?A-Z\\^-~]*$/.test(text) && !/www/i.test(text)

/**
 * Makes text of a model or a document inert: a chat shows it without links, loads or mentions.
 * Keeps the words of links and images, the brackets of citations that are links, and all other Markdown.
 */
export function sanitizeText(text: string): string {
  if (isInert(text)) return text
  // The bounds keep the time linear. Longer links are separated below.
  return (
    visibleText(text)
      .replaceAll(
        /!?\[([^[\]]{0,500})\]\((?:[^()\s]|\([^()\s]{0,100}\)){0,2000}(?:\s+"[^"]{0,200}")?\)/g,
        (link, words: string) => (/^\[[\d\s,;^–—-]+\]/.test(link) ? `[${words}]` : words),
      )
      // Keeps the words of addresses. From here on nothing is removed, so that no removal joins two
      // halves.
      .replaceAll(/[a-z][a-z0-9+.-]{0,30}:\/\//gi, '')
      .replaceAll('://', ': //')
      // Addresses of other forms that chats link. Copied commands such as `image:tag` stay intact.
      .replaceAll(/(https?|ftps?|mailto|tel|sms)(\\?:)(?=\S)/gi, `$1$2${zeroWidthSpace}`)
      .replaceAll(/([a-z][\w+.-]{0,30}):(?=[/\\])/gi, `$1:${zeroWidthSpace}`)
      .replaceAll(/(?<!\/)\/{2,}(?=[^\s/])/g, (all) => Array.from(all).join(zeroWidthSpace))
      .replaceAll(/(www\d{0,3})(\\?[.\uff0e\u3002\uff61])/gi, `$1${zeroWidthSpace}$2`)
      .replaceAll(/(\.[a-z]{2,4})\/(?=\S)/gi, `$1${zeroWidthSpace}/`)
      // On both sides: before it is the name of an email address, after it the name of a mention.
      .replaceAll(/(?<=[\w.!#$%&'*+\-/=?^`{|}~;:,"\\\u00c0-\u02af])@/g, `${zeroWidthSpace}@`)
      .replaceAll(/[@\uff20]/g, `$&${zeroWidthSpace}`)
      // Character references, which the rules above do not see.
      .replaceAll(/&(?=#|(?:commat|colon|period|sol);)/g, `&${zeroWidthSpace}`)
      // A tag, a comment, a declaration or an instruction of HTML, which some Markdown readers pass on.
      .replaceAll(/<(?=[a-z/!?])/gi, '< ')
      // Anything that some Markdown reader could still take for a link, a definition or an image.
      .replaceAll(/<(?=[^ <>]*[@:])/g, '< ')
      .replaceAll(/\](?=[([:])/g, '] ')
  )
}

/** Text on one line, inert and without formatting. */
export const plainText = (text: string): string =>
  sanitizeText(text.replaceAll(/\s+/g, ' ').trim())
    .replaceAll(/[\\`*_~|[\]<>#]/g, String.raw`\$&`)
    .replace(/^([-+=]|\d+[.)])(?=\s|$)/, (mark) => mark.replace(/.$/, String.raw`\$&`))
