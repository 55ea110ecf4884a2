import MarkdownIt, { type Token } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { BodyBuilder, bodyOf, mainHeading, type Block } from '../body-builder.ts'
import type { Converted } from '../converted.ts'
import { dropGeneratorMarkup } from '../html/drop-generator-markup.ts'
import { splitFrontMatter } from './front-matter.ts'
import { readHtml } from '../html/read-html.ts'
import { titleText, withoutHeadings } from '../readable-text.ts'
import { unfoldAdmonitions } from './unfold-admonitions.ts'

/** Longer texts are parsed in parts, so that their tokens are not in memory at once. */
const partLength = 262_144
/** Without a limit, marks that open and never end would take time that grows with their square. */
const nestingMax = 300

/** Nothing here follows a link, so that any address is one, as it is written. */
const markdown = new MarkdownIt({ html: true, maxNesting: nestingMax })
  .use(footnotes)
  .disable(['footnote_inline', 'footnote_tail'])
markdown.validateLink = () => true
markdown.normalizeLink = (url) => url
markdown.normalizeLinkText = (url) => url

/** A line that opens a hundred quotes or lists, or continues as many. The parser would drop its text. */
const deepNest =
  /^(?:[ \t]*(?:(?:[-*+][ \t]|\d{1,9}[.)][ \t]|>)[ \t]*){100}|[ \t>]{100,}(?:[-*+]|\d{1,9}[.)])[ \t])/m

/**
 * Converts Markdown with GitHub's extensions, front matter, HTML, admonitions and JSX. Takes time in proportion to its
 * length, and never throws.
 */
export function convertMarkdown(source: string): Converted {
  const { fields, rest } = splitFrontMatter(source)
  const { summary, ...same } = fields
  const written = unfoldAdmonitions(dropGeneratorMarkup(rest))
  const blocks = Array.from(partsOf(written), readPart).flat()
  const title = withoutMarkup(same.title) ?? titleText(mainHeading(blocks) ?? '')
  const body = withSummary(bodyOf(blocks, title), withoutMarkup(summary), title)
  return { ...same, title, body }
}

function readPart(part: string): readonly Block[] {
  const out = new BodyBuilder()
  if (deepNest.test(part)) out.code(part)
  else readTokens(markdown.parse(part, {}), out)
  return out.finish()
}

/** A field of the front matter as readers of the page see it. */
const withoutMarkup = (field: string | null): string | null =>
  dropGeneratorMarkup(field ?? '')
    .replace(/\s+/g, ' ')
    .trim() || null

/** Puts the summary first, unless title or body contain it. */
function withSummary(body: string, summary: string | null, title: string | null): string {
  const words = summary?.replace(/[.!?…]$/, '') ?? ''
  if (summary === null || `${title ?? ''}\n${body}`.replace(/\s+/g, ' ').includes(words))
    return body
  return `${withoutHeadings(summary)}\n\n${body}`.trimEnd()
}

/** Cuts a long text before headings or paragraphs outside of code. */
function* partsOf(written: string): Generator<string> {
  let [start, fence] = [0, '']
  const places = /^(?:#{1,6}[ \t]|(?<=\n\n)\p{L}| {0,3}(?<mark>`{3,}|~{3,}))/gmu
  for (const place of written.length > partLength ? written.matchAll(places) : []) {
    const mark = place.groups?.['mark']
    if (mark !== undefined) {
      fence = fence === '' ? mark : mark.startsWith(fence) ? '' : fence
    } else if (fence === '' && place.index - start >= partLength) {
      yield written.slice(start, place.index)
      start = place.index
    }
  }
  yield written.slice(start)
}

function readTokens(tokens: readonly Token[], out: BodyBuilder): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'inline') {
      const spans = spansOf(token.children ?? [])
      const isParagraph = token.level === 1 && tokens[index - 1]?.type === 'paragraph_open'
      if (!isParagraph || !isModuleCode(spans)) readSpans(spans, out)
    } else {
      readBlock(token, out)
    }
  }
}

function readBlock(token: Token, out: BodyBuilder): void {
  switch (token.type) {
    case 'heading_open':
      return out.openHeading(Number(token.tag.slice(1)))
    case 'heading_close':
      return out.closeHeading()
    case 'bullet_list_open':
      return out.openList(null)
    case 'ordered_list_open':
      return out.openList(Number(token.attrGet('start') ?? 1))
    case 'bullet_list_close':
    case 'ordered_list_close':
      return out.closeList()
    case 'list_item_open':
      return out.openItem()
    case 'table_open':
      return out.openTable()
    case 'table_close':
      return out.closeTable()
    case 'tr_close':
      return out.closeRow()
    case 'th_open':
    case 'td_open':
      return out.openCell()
    case 'th_close':
    case 'td_close':
      return out.closeCell()
    case 'code_block':
      return out.code(token.content)
    case 'fence':
      out.text(titleOfCode.exec(token.info)?.groups?.['title'] ?? '')
      return out.code(token.content)
    case 'html_block':
      readHtml(withLabels(token.content), out, null)
      return out.endParagraph()
    case 'footnote_reference_open':
      return out.text(`[${labelOf(token)}]: `)
    case 'paragraph_close':
    case 'blockquote_close':
    case 'hr':
      return out.endParagraph()
    default:
  }
}

/** What MkDocs and Docusaurus show above a block of code, such as the name of a file. */
const titleOfCode = /(?:^|\s)title=(?<quote>["'])(?<title>.*?)\k<quote>/

/** A text with the ends of its lines, or anything else inside of a paragraph. */
type Span = string | Token

/** Joins what is only text. */
function spansOf(tokens: readonly Token[]): readonly Span[] {
  const spans: Span[] = []
  let text = ''
  for (const token of tokens) {
    if (token.type === 'text') text += token.content
    else if (token.type === 'softbreak') text += '\n'
    else {
      if (text !== '') spans.push(text)
      text = ''
      spans.push(token)
    }
  }
  if (text !== '') spans.push(text)
  return spans
}

/** Elements whose text Markdown reads, but no reader of the page sees. */
const silentTag = /^<(?<name>script|style|template|noscript|svg|textarea|iframe)[\s>]/

const struckTag = /^<(?<end>\/?)(?<name>del|s|strike)[\s>]/

/** An element without an end is text about it: `the <script> tag`. */
function readSpans(spans: readonly Span[], out: BodyBuilder): void {
  const tags = spans.map((span) =>
    typeof span !== 'string' && span.type === 'html_inline' ? span.content.toLowerCase() : '',
  )
  const lastPlaces = new Map(tags.map((tag, at) => [tag, at]))
  const isClosed = (name: string | undefined, at: number) =>
    (lastPlaces.get(`</${name}>`) ?? -1) > at
  let silentTo = -1
  let strikes = 0
  for (const [at, span] of spans.entries()) {
    if (at <= silentTo) continue
    const tag = tags[at]!
    const silent = silentTag.exec(tag)?.groups?.['name']
    const struck = struckTag.exec(tag)?.groups
    if (isClosed(silent, at) && !tag.endsWith('/>')) silentTo = tags.indexOf(`</${silent}>`, at)
    else if (struck?.['end'] === '/') {
      if (strikes === 0) continue
      out.endStrike()
      strikes -= 1
    } else if (struck !== undefined && isClosed(struck['name'], at)) {
      out.strike()
      strikes += 1
    } else readSpan(span, out)
  }
  for (; strikes > 0; strikes -= 1) out.endStrike()
}

/** A component of MDX; elements of HTML are not written with a capital, or with capitals alone. */
const component = /<(?![A-Z\d]+[\s>])[A-Z][\w.]*\s[^<>]{0,4000}>/g
const label = /\s(?:title|label)=(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/g

/** Puts the `title` and `label` of a component of MDX on lines above its content. */
const withLabels = (html: string): string =>
  html.replaceAll(
    component,
    (tag) =>
      tag +
      Array.from(
        tag.matchAll(label),
        ({ groups = {} }) => `${groups['double'] ?? groups['single']}<br>`,
      ).join(''),
  )

function readSpan(span: Span, out: BodyBuilder): void {
  if (typeof span === 'string') return readText(span, out)
  switch (span.type) {
    case 'code_inline':
      return out.text(span.content)
    case 'html_inline':
      readHtml(withLabels(span.content), out, null)
      return
    case 'image':
      return out.image(alternativeOf(span))
    case 'hardbreak':
      return out.lineBreak()
    case 's_open':
      return out.strike()
    case 's_close':
      return out.endStrike()
    case 'footnote_ref':
      return out.text(`[${labelOf(span)}]`)
    default:
  }
}

const alternativeOf = ({ children }: Token): string =>
  (children ?? [])
    .map((token) =>
      token.type === 'image'
        ? alternativeOf(token)
        : token.type === 'softbreak'
          ? '\n'
          : token.content,
    )
    .join('')

const labelOf = ({ meta }: Token): string => (meta as { readonly label: string }).label

/**
 * `:::note Title` and `:::` around an admonition, `[!NOTE]` inside a quote: only a title is kept. Its dot is any character:
 * if one could end the match early, the time would be cubic.
 */
const admonition =
  /^\s*(?::{3,}\s*[\w-]*\s*(?:\[(?<label>.*?)\])?(?:\{.*\})?|\[!\w+\][+-]?)(?<title>.*)$/s

/** `{: .subtitle }` anywhere; `{#id .class}` at the end of a line or an element. */
const attributeLists =
  /(?:\{:[^{}\n]*\}|(?<![{\w])\{ *(?:[.#][\w-]+|[\w-]+="[^"{}\n]*")(?: +(?:[.#][\w-]+|[\w-]+="[^"{}\n]*"))* *\}(?=[ \t]*$))/gm

function readText(value: string, out: BodyBuilder): void {
  const text = /\{ *[:.#\w]/.test(value) ? value.replace(attributeLists, '') : value
  if (!/:::|\[!/.test(text)) return out.text(text)
  for (const line of text.split('\n')) {
    const mark = admonition.exec(line)?.groups
    out.text(mark === undefined ? `${line}\n` : (mark['label'] ?? mark['title'] ?? ''))
    if (mark !== undefined) out.lineBreak()
  }
}

const moduleCode =
  /^(?:import\s+(?:(?:[\w*{][^'"]*\sfrom\s+)?['"][^'"\n]+['"];?[ \t]*(?:\/\/|\n|$))|export\s+(?:(?:const|let|var)\s[^=]*=|\{|(?:default\s+)?(?:async\s+)?(?:function|class)\b|default\s+\())/

/** The imports, exports and comments of MDX. */
function isModuleCode(spans: readonly Span[]): boolean {
  const [first, last] = [spans[0], spans.at(-1)]
  if (typeof first !== 'string') return false
  if (moduleCode.test(first)) return true
  return first.startsWith('{/*') && typeof last === 'string' && last.endsWith('*/}')
}
