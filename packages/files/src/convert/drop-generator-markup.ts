/** Code, which stays as it is written. */
const code = [
  String.raw`^ *(?<fence>\x60{3,}|~{3,})[^\n]*\n[^]*?(?:^ *\k<fence>|$(?![^]))`,
  String.raw`\x60\x60[^\n]{1,500}?\x60\x60`,
  String.raw`\x60[^\x60\n]{1,500}\x60`,
  // Indented lines that are code rather than text of a list.
  String.raw`^(?: {4}|\t)(?:[ \t]*\[\[|[^\n]*\{%)[^\n]*`,
]
/** `{{< name text="words" >}}` and `{{% name %}}`; an escaped one, with `/*`, is text. */
const shortcode = [
  String.raw`\{\{<(?!/\*)(?<angled>[^]{0,1000}?)>\}\}`,
  String.raw`\{\{%(?!/\*)(?<percent>[^]{0,1000}?)%\}\}`,
]
/** `{% hint style="info" %}` of GitBook and Jekyll. */
const tag = String.raw`\{%-?(?<tag> [^\n]{0,1000}?)-?%\}`
/** `/// note | Title` with its options, and the `///` at its end. */
const block = String.raw`^ {0,3}/{3,} *(?:[a-z][\w-]*(?: *\| *(?<title>[^\n]*))?(?:\n {4,}[\w-]+:[^\n]*)*)?$`
/** `{* file.py hl[1] *}` and `{!> file.py !}` on a line of their own. */
const include = String.raw`^ *\{(?:\*[^\n]*\*|![^\n]*!)\} *$`
/** `[[Page]]`, `[[Page|text]]` and `![[Page#Part]]` of wikis and notes. */
const wikiLink = String.raw`!?\[\[(?![\s:])(?<page>[^[\]|\n]{1,300}?)(?:\\?\|(?<words>[^[\]\n]{1,300}))?\]\](?![([:])`
/** `%%a comment%%` in lines of its own, and `==marked==` of notes. */
const note = [
  String.raw`^%%[ \t]*\n(?<comment>[^]*?)\n%%[ \t]*$`,
  String.raw`^%%(?<remark>[^%\n]{0,1000})%%[ \t]*$`,
  String.raw`(?<![=\w])==(?=[^\s=])(?<marked>[^=\n]{0,1000})(?<!\s)==(?![=\w])`,
]
const markup = new RegExp(
  [...code, ...shortcode, tag, block, include, wikiLink, ...note].join('|'),
  'gm',
)

/** Parameters of shortcodes that readers see. */
const shown = /\b(?:text|title|caption|alt)\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/gu

/** Anything of the above. Most texts have nothing. */
const anyMarkup = /\{\{[<%]|\{[*!%]|^ {0,3}\/{3}|\[\[|%%|==/m

/**
 * Drops what documentation generators and programs for notes replace: shortcodes of Hugo, tags of
 * GitBook, blocks of PyMdown, included files, links and comments of Obsidian. Keeps the text in them
 * and their titles. Code stays as it is written.
 */
export function dropGeneratorMarkup(markdown: string): string {
  if (!anyMarkup.test(markdown)) return markdown
  return markdown.replaceAll(markup, (found, ...rest) => {
    // The types do not know the last argument.
    const groups = rest.at(-1) as { readonly [name: string]: string | undefined }
    const parameters = groups['angled'] ?? groups['percent'] ?? groups['tag']
    if (parameters !== undefined) return shownIn(parameters)
    if (groups['page'] !== undefined) return linkText(groups['page'], groups['words'])
    if ((groups['comment'] ?? groups['remark']) !== undefined) return ''
    if (groups['marked'] !== undefined) return groups['marked']
    if (/^ {0,3}\/{3}/.test(found)) return `\n${withoutQuotes(groups['title'] ?? '')}\n`
    return /^ *\{[*!]/.test(found) ? '' : found
  })
}

const shownIn = (parameters: string): string =>
  Array.from(parameters.matchAll(shown), ({ groups = {} }) => groups['double'] ?? groups['single'])
    .join(' ')
    .trim()

/** A backslash keeps the bar of a link from ending the cell of a table. */
function linkText(page: string, words: string | undefined): string {
  if (/^_?toc_?$/i.test(page)) return ''
  return words ?? page.replace(/^#/, '').replaceAll('#', ' › ')
}

const withoutQuotes = (title: string): string => title.trim().replace(/^"(.*)"$/, '$1')
