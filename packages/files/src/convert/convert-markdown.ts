import type { Nodes, Root, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { frontmatter } from 'micromark-extension-frontmatter'
import { gfm } from 'micromark-extension-gfm'
import { BodyBuilder, bodyOf, mainHeading, type Block } from './body-builder.ts'
import type { Converted } from './converted.ts'
import { dropGeneratorMarkup } from './drop-generator-markup.ts'
import { readFrontMatter, type FrontMatter } from './front-matter.ts'
import { readHtml } from './read-html.ts'
import { titleText, withoutHeadings } from './readable-text.ts'
import { unfoldAdmonitions } from './unfold-admonitions.ts'
import { withinTime } from './within-time.ts'

/** Parsing time grows faster than the text, so longer texts are parsed in parts. */
export const partLength = 262_144

const plainMarkdown = {
  extensions: [frontmatter(['yaml', 'toml'])],
  mdastExtensions: [frontmatterFromMarkdown(['yaml', 'toml'])],
}
const githubMarkdown = {
  extensions: [
    ...plainMarkdown.extensions,
    gfm(),
    // A bare address is its own text; searching for addresses takes a tenth of the time.
    { disable: { null: ['wwwAutolink', 'protocolAutolink', 'emailAutolink'] } },
  ],
  mdastExtensions: [
    ...plainMarkdown.mdastExtensions,
    gfmFromMarkdown().filter((extension) => extension.transforms === undefined),
  ],
}

/** A line that opens a hundred quotes or lists. Parsing it would take minutes. */
const deepNest = /^[ \t]*(?:(?:[-*+][ \t]|\d{1,9}[.)][ \t]|>)[ \t]*){100}/m

/** Text without these needs none of GitHub's extensions, and parsing takes a fifth less time. */
const githubMarks = /[|~]|:-|-:|\[[\^\sxX]/

/**
 * Processor time for one part: ten times that of prose on an idle core. A busy core needs twice as long. Some generated
 * texts take minutes for 100 KB.
 */
const millisecondsFor = (part: string): number => 100 + Math.min(part.length, 1_000_000) / 100

/** Runs a work within its processor time and returns null if it takes longer. */
export type Within = <Value>(milliseconds: number, work: () => Value) => Value | null

/**
 * Converts Markdown with GitHub's extensions, front matter, HTML, admonitions and JSX. A part that takes too long to parse
 * is kept as it is written. Never throws, unless `within` does.
 */
export function convertMarkdown(markdown: string, within: Within = withinTime): Converted {
  const written = unfoldAdmonitions(dropGeneratorMarkup(markdown))
  const read = Array.from(partsOf(written), (part) => readPart(part, within))
  const blocks = read.flatMap((part) => part.blocks)
  const { summary, ...same } =
    read.findLast(({ described }) => described !== null)?.described ?? undescribed
  const title = same.title ?? titleText(mainHeading(blocks) ?? '')
  const body = withSummary(bodyOf(blocks, title), summary, title)
  return { ...same, title, body, isCut: read.some(({ isCut }) => isCut) }
}

type Part = {
  readonly described: FrontMatter | null
  readonly blocks: readonly Block[]
  readonly isCut: boolean
}

const undescribed: FrontMatter = { title: null, url: null, updatedAt: null, summary: null }

function readPart(part: string, within: Within): Part {
  if (deepNest.test(part)) return asWritten(part, false)
  return within(millisecondsFor(part), () => parsePart(part)) ?? asWritten(part, true)
}

function parsePart(part: string): Part {
  const root = fromMarkdown(part, githubMarks.test(part) ? githubMarkdown : plainMarkdown)
  const out = new BodyBuilder()
  readTree({ ...root, children: root.children.filter((node) => !isModuleCode(node)) }, out)
  const [first] = root.children
  // The types do not include TOML.
  const language: string | undefined = first?.type
  const isDescribed =
    first !== undefined && 'value' in first && (language === 'yaml' || language === 'toml')
  return {
    described: isDescribed ? readFrontMatter(first.value, language) : null,
    blocks: out.finish(),
    isCut: false,
  }
}

function asWritten(part: string, isCut: boolean): Part {
  const out = new BodyBuilder()
  out.code(part)
  return { described: null, blocks: out.finish(), isCut }
}

/** Puts the summary first, unless title or body contain it. */
function withSummary(body: string, summary: string | null, title: string | null): string {
  const words = summary?.replace(/[.!?…]$/, '') ?? ''
  if (summary === null || `${title ?? ''}\n${body}`.replace(/\s+/g, ' ').includes(words))
    return body
  return `${withoutHeadings(summary)}\n\n${body}`.trimEnd()
}

/** Cuts a long text before headings or paragraphs outside of code. */
function* partsOf(markdown: string): Generator<string> {
  let [start, fence] = [0, '']
  const places = /^(?:#{1,6}[ \t]|(?<=\n\n)\p{L}| {0,3}(?<mark>`{3,}|~{3,}))/gmu
  for (const place of markdown.length > partLength ? markdown.matchAll(places) : []) {
    const mark = place.groups?.['mark']
    if (mark !== undefined) {
      fence = fence === '' ? mark : mark.startsWith(fence) ? '' : fence
    } else if (fence === '' && place.index - start >= partLength) {
      yield markdown.slice(start, place.index)
      start = place.index
    }
  }
  yield markdown.slice(start)
}

/** Parents of blocks: HTML in them is a block; elsewhere it is inline. */
const flowParents: ReadonlySet<string> = new Set([
  'root',
  'blockquote',
  'listItem',
  'footnoteDefinition',
])

/** Walks the tree without recursion, because quotes may be nested deeper than the stack. */
function readTree(root: Root, out: BodyBuilder): void {
  const todo: (Nodes | (() => void))[] = [root]
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (typeof next === 'function') {
      next()
      continue
    }
    const leave = enter(next, out)
    if (leave !== undefined) todo.push(leave)
    const children: readonly Nodes[] = 'children' in next ? next.children : []
    for (const child of children.toReversed()) {
      if (child.type === 'html' && flowParents.has(next.type)) todo.push(() => out.endParagraph())
      todo.push(child)
    }
  }
}

/** Reports a node to the body; returns what is to be done after its children. */
function enter(node: Nodes, out: BodyBuilder): (() => void) | undefined {
  switch (node.type) {
    case 'text':
      readText(node.value, out)
      break
    case 'inlineCode':
      out.text(node.value)
      break
    case 'html':
      readHtml(node.value, out, null)
      break
    case 'image':
    case 'imageReference':
      out.image(node.alt ?? '')
      break
    case 'break':
      out.lineBreak()
      break
    case 'code':
      out.code(node.value)
      break
    case 'footnoteReference':
      out.text(`[${node.label ?? node.identifier}]`)
      break
    case 'footnoteDefinition':
      out.text(`[${node.label ?? node.identifier}]: `)
      break
    case 'heading':
      out.openHeading(node.depth)
      return () => out.closeHeading()
    case 'list':
      out.openList(node.ordered === true ? (node.start ?? 1) : null)
      return () => out.closeList()
    case 'listItem':
      out.openItem()
      if (typeof node.checked === 'boolean') out.text(node.checked ? '[x] ' : '[ ] ')
      break
    case 'table':
      out.openTable()
      return () => out.closeTable()
    case 'tableRow':
      return () => out.closeRow()
    case 'tableCell':
      out.openCell()
      return () => out.closeCell()
    case 'paragraph':
    case 'blockquote':
    case 'thematicBreak':
      return () => out.endParagraph()
    case 'root':
    case 'emphasis':
    case 'strong':
    case 'delete':
    case 'link':
    case 'linkReference':
    case 'definition':
    case 'yaml':
      break
  }
  return undefined
}

/** `:::note Title` and `:::` around an admonition, `[!NOTE]` inside a quote: only a title is kept. */
const admonition =
  /^\s*(?::{3,}\s*[\w-]*\s*(?:\[(?<label>.*?)\])?(?:\{.*\})?|\[!\w+\][+-]?)(?<title>.*)$/

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
  /^(?:import\s+(?:[\w*{][^'"]*\sfrom\s+['"]|['"][^'"\n]+['"];?[ \t]*(?:\n|$))|export\s+(?:(?:const|let|var)\s[^=]*=|\{|(?:default\s+)?(?:async\s+)?(?:function|class)\b|default\s+\())/

/** The imports, exports and comments of MDX. */
function isModuleCode(node: RootContent): boolean {
  if (node.type !== 'paragraph') return false
  const [first, last] = [node.children[0], node.children.at(-1)]
  if (first?.type !== 'text' || last?.type !== 'text') return false
  return (
    moduleCode.test(first.value) || (first.value.startsWith('{/*') && last.value.endsWith('*/}'))
  )
}
