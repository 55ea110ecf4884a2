/** Code, which stays as it is written. */
const code = [
  String.raw`^ *(?<fence>\x60{3,}|~{3,})[^\n]*\n[^]*?(?:^ *\k<fence>|$(?![^]))`,
  String.raw`\x60\x60[^\n]{1,500}?\x60\x60`,
  String.raw`\x60[^\x60\n]{1,500}\x60`,
]
/** `{{< name text="words" >}}` and `{{% name %}}`; an escaped one, with `/*`, is text. */
const shortcode = [
  String.raw`\{\{<(?!/\*)(?<angled>[^]{0,1000}?)>\}\}`,
  String.raw`\{\{%(?!/\*)(?<percent>[^]{0,1000}?)%\}\}`,
]
/** `/// note | Title` with its options, and the `///` at its end. */
const block = String.raw`^ {0,3}/{3,} *(?:[a-z][\w-]*(?: *\| *(?<title>[^\n]*))?(?:\n {4,}[\w-]+:[^\n]*)*)?$`
/** `{* file.py hl[1] *}` and `{!> file.py !}` on a line of their own. */
const include = String.raw`^ *\{(?:\*[^\n]*\*|![^\n]*!)\} *$`
const markup = new RegExp([...code, ...shortcode, block, include].join('|'), 'gm')

/** Parameters of shortcodes that readers see. */
const shown = /\b(?:text|title|caption|alt)\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/gu

/**
 * Drops what documentation generators replace: shortcodes of Hugo, blocks of PyMdown and included
 * files. Keeps the text in them and their titles. Code stays as it is written.
 */
export function dropGeneratorMarkup(markdown: string): string {
  if (!/\{\{[<%]|\{[*!]|^ {0,3}\/{3}/m.test(markdown)) return markdown
  return markdown.replaceAll(markup, (found, ...rest) => {
    // The types do not know the last argument.
    const groups = rest.at(-1) as { readonly [name: string]: string | undefined }
    const parameters = groups['angled'] ?? groups['percent']
    if (parameters !== undefined) return shownIn(parameters)
    if (/^ {0,3}\/{3}/.test(found)) return `\n${withoutQuotes(groups['title'] ?? '')}\n`
    return /^ *\{[*!]/.test(found) ? '' : found
  })
}

const shownIn = (parameters: string): string =>
  Array.from(parameters.matchAll(shown), ({ groups = {} }) => groups['double'] ?? groups['single'])
    .join(' ')
    .trim()

const withoutQuotes = (title: string): string => title.trim().replace(/^"(.*)"$/, '$1')
