/** Code, which stays as it is written. A fence is a whole row: with each part of it, the time would be quadratic. */
const code = [
  String.raw`^[ >]*(?<fence>\x60{3,}(?!\x60)|~{3,}(?!~))[^\n]*\n[^]*?(?:^[ >]*\k<fence>|$(?![^]))`,
  String.raw`\x60\x60[^\n]{1,500}?\x60\x60`,
  String.raw`\x60[^\x60\n]{1,500}\x60`,
  // Indented lines that are code rather than text of a list.
  String.raw`^(?: {4}|\t)(?:[ \t]*\[\[|[^\n]*\{(?:%|/\*))[^\n]*`,
]
/** `{{< name text="words" >}}` and `{{% name %}}`; an escaped one, with `/*`, is text. */
const shortcode = [
  String.raw`\{\{<(?!/\*)(?<angled>[^]{0,1000}?)>\}\}`,
  String.raw`\{\{%(?!/\*)(?<percent>[^]{0,1000}?)%\}\}`,
]
/** `{% hint style="info" %}` of GitBook, and the few tags of Jekyll that only lay out. Others are text of templates. */
const tag = String.raw`\{%-? (?:end)?(?:code|columns?|content-ref|embed|file|hint|include|openapi[\w-]*|raw|step|stepper|swagger[\w-]*|tabs?)\b(?<tag>[^\n]{0,1000}?)-?%\}`
/** `/// note | Title` with its options, and the `///` at its end. */
const block = String.raw`^ {0,3}/{3,} *(?:[a-z][\w-]*(?: *\| *(?<title>[^\n]*))?(?:\n {4,}[\w-]+:[^\n]*)*)?$`
/** `{* file.py hl[1] *}` and `{!> file.py !}` on a line of their own. */
const include = String.raw`^ *\{(?:\*[^\n]*\*|![^\n]*!)\} *$`
/** A comment of MDX, which also names the anchor of a heading: `## Usage {/*usage*\/}`. */
const mdxComment = String.raw`\{/\*[^]{0,1000}?\*/\}`
/** `[[Page]]`, `[[Page|text]]` and `![[Page#Part]]` of wikis and notes. */
const wikiLink = String.raw`(?<![\w)\]])!?\[\[(?![\s:])(?<page>[^[\]|\n]{1,300}?)(?:\\?\|(?<words>[^[\]\n]{1,300}))?\]\](?![([:])`
/** `%%a comment%%` in lines of its own, and `==marked==` of notes. */
const note = [
  String.raw`^%%[ \t]*\n(?<comment>[^]*?)\n%%[ \t]*$`,
  String.raw`^%%(?<remark>[^%\n]{0,1000})%%[ \t]*$`,
  String.raw`(?<![=\w])==(?=[^\s="'])(?<marked>[^=\n]{0,1000})(?<!\s)==(?![=\w])`,
]
/** `++ctrl+c++` of MkDocs, or `++"Enter"++`. */
const keys = String.raw`(?<![\w+])\+\+(?<keys>(?:[\w-]+|"[^"\n]{1,40}")(?:\+(?:[\w-]+|"[^"\n]{1,40}")){0,5})\+\+(?![\w+])`
const markup = new RegExp(
  [...code, ...shortcode, tag, block, include, mdxComment, wikiLink, ...note, keys].join('|'),
  'gm',
)

const valueOf = (names: string): RegExp =>
  new RegExp(String.raw`\b(?:${names})\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)')`, 'gu')
/** Parameters that readers see: of shortcodes and of tags. */
const shown = valueOf('text|title|caption|alt')
const shownOfTag = valueOf(
  'text|title|caption|alt|content|description|summary|method|path|name|url',
)

/** Anything of the above. Most texts have nothing. */
const anyMarkup = /\{\{[<%]|\{[*!%]|\{\/\*|^ {0,3}\/{3}|\[\[|%%|==|\+\+/m

/**
 * Drops what documentation generators and programs for notes replace: shortcodes of Hugo, tags of
 * GitBook, blocks and keys of PyMdown, included files, comments of MDX, links and comments of Obsidian. Keeps the text in them
 * and their titles. Code stays as it is written.
 */
export function dropGeneratorMarkup(markdown: string): string {
  if (!anyMarkup.test(markdown)) return markdown
  return markdown.replaceAll(markup, (found, ...rest) => {
    // The types do not know the last argument.
    const groups = rest.at(-1) as { readonly [name: string]: string | undefined }
    const parameters = groups['angled'] ?? groups['percent']
    if (parameters !== undefined) return shownIn(parameters, shown)
    if (groups['tag'] !== undefined) return shownIn(groups['tag'], shownOfTag)
    if (groups['page'] !== undefined) return linkText(groups['page'], groups['words'])
    if ((groups['comment'] ?? groups['remark']) !== undefined) return ''
    if (groups['marked'] !== undefined) return groups['marked']
    if (groups['keys'] !== undefined) return groups['keys'].replaceAll('"', '')
    if (/^ {0,3}\/{3}/.test(found)) return `\n${withoutQuotes(groups['title'] ?? '')}\n`
    return /^(?: *\{[*!]|\{\/\*)/.test(found) ? '' : found
  })
}

const shownIn = (parameters: string, values: RegExp): string =>
  Array.from(parameters.matchAll(values), ({ groups = {} }) => groups['double'] ?? groups['single'])
    .join(' ')
    .trim()

/** The size of an image, or the page of a wiki of GitHub, which has the text before it: `[[text|Travel-Policy]]`. */
const sizeOrPage = /^(?:\d+(?:x\d+)?|https?:\S+|\S+-\S+)$/

/** A backslash keeps the bar of a link from ending the cell of a table. */
function linkText(page: string, words: string | undefined): string {
  if (/^_?toc_?$/i.test(page)) return ''
  if (words !== undefined && !sizeOrPage.test(words)) return words
  return page.replace(/^#/, '').replaceAll('#', ' › ')
}

const withoutQuotes = (title: string): string => title.trim().replace(/^"(.*)"$/, '$1')
