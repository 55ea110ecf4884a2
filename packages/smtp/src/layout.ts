import type { Letter } from './letter.ts'

/** The letter as plain text. */
export function textOf({ name, happened, link, advice, baseUrl }: Letter): string {
  const linked = link === null ? [] : [`${link.label}:\n${link.url}`, link.note]
  return `${[greetingOf(name), ...happened.map(oneLine), ...linked, advice, `-- \n${closing}\n${baseUrl}`].join('\n\n')}\n`
}

/** The same letter as HTML, for people who read mail in colour. It loads nothing from anywhere. */
export function htmlOf({ subject, name, happened, link, advice, baseUrl }: Letter): string {
  const told = [greetingOf(name), ...happened].map((text) => `<p>${escaped(oneLine(text))}</p>`)
  const linked = link === null ? [] : [linkOf(link), quietly(escaped(link.note))]
  const home = `<a href="${escaped(baseUrl)}" style="${quiet}">${escaped(baseUrl)}</a>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0 auto;max-width:36em;padding:1.5em;font:16px/1.5 system-ui,sans-serif">
${[...told, ...linked, `<p>${escaped(advice)}</p>`, quietly(`${closing}<br>${home}`)].join('\n')}
</body>
</html>
`
}

const closing = 'Sent by Ken. Nobody reads answers to this address.'
/** Both can be read on white and on black. */
const quiet = 'color:#767676'
const button = 'display:inline-block;padding:.6em 1.2em;border-radius:.4em;background:#22604f;color:#fff;text-decoration:none'

const greetingOf = (name: string): string => (name === '' ? 'Hello,' : `Hello ${oneLine(name)},`)

/** With its address in words, because some mail programs show no links. */
function linkOf({ label, url }: NonNullable<Letter['link']>): string {
  const address = escaped(url)
  return `<p><a href="${address}" style="${button}">${escaped(label)}</a></p>\n${quietly(address)}`
}

const quietly = (html: string): string => `<p style="${quiet}">${html}</p>`

const entities: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!)

/** A text without control characters, so that it can end no header and no line. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
