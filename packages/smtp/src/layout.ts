import type { Letter } from './letter.ts'

/** Renders a letter as plain text. */
export function textOf({ greeting, happened, link, advice, closing, baseUrl }: Letter): string {
  const linked = link === null ? [] : [`${link.label}:\n${link.url}`, ...notesOf(link)]
  return `${[...[greeting, ...happened].map(oneLine), ...linked, advice, `-- \n${closing}\n${baseUrl}`].join('\n\n')}\n`
}

/** Renders the same letter as HTML. It loads no external resources. */
export function htmlOf({
  language,
  subject,
  greeting,
  happened,
  link,
  advice,
  closing,
  baseUrl,
}: Letter): string {
  const paragraphs = [greeting, ...happened].map((text) => `<p>${escaped(oneLine(text))}</p>`)
  const linked =
    link === null ? [] : [linkOf(link), ...notesOf(link).map((note) => quietly(escaped(note)))]
  const home = `<a href="${escaped(baseUrl)}" style="${quiet}">${escaped(baseUrl)}</a>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0 auto;max-width:36em;padding:1.5em;font:16px/1.5 system-ui,sans-serif">
${[...paragraphs, ...linked, `<p>${escaped(advice)}</p>`, quietly(`${closing}<br>${home}`)].join('\n')}
</body>
</html>
`
}

const notesOf = ({ note }: NonNullable<Letter['link']>): readonly string[] =>
  note === null ? [] : [note]

/** Both are readable on light and dark backgrounds. */
const quiet = 'color:#767676'
const button =
  'display:inline-block;padding:.6em 1.2em;border-radius:.4em;background:#22604f;color:#fff;text-decoration:none'

/** The address is repeated as text, because some email programs show no links. */
function linkOf({ label, url }: NonNullable<Letter['link']>): string {
  const address = escaped(url)
  return `<p><a href="${address}" style="${button}">${escaped(label)}</a></p>\n${quietly(address)}`
}

const quietly = (html: string): string => `<p style="${quiet}">${html}</p>`

const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character]!)

const controls =
  /(?:(?![\u200c\u200d]|(?<=\u{1f3f4}[\u{e0020}-\u{e007e}]{0,5})[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/gu

/**
 * Removes control characters, so that the text cannot end a header or a line. Names and emoji keep their joiners, and
 * flags their tags.
 */
export const oneLine = (text: string): string => text.replaceAll(controls, ' ').trim()
