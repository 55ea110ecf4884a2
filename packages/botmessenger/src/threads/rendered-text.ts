import type { MessageEntity } from '@grammyjs/types'
import type { Code, Link, Nodes, Parents } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { breaksOf, isMarkdownBlock, MarkdownSource, unlessTooComplex } from '@ken/outbound'
import { activeRanges, withoutRanges, type TextRange } from './active-text.ts'
import { keptText } from './kept-text.ts'

/** A text with its structure beside it, so that nothing in it needs escaping. */
export type RenderedText = { readonly text: string; readonly entities: readonly MessageEntity[] }

type Style = 'bold' | 'italic' | 'blockquote'
type SpanKind =
  | { readonly type: Style | 'code' }
  | { readonly type: 'pre'; readonly language: string | null }
  | { readonly type: 'text_link'; readonly url: string }
type Span = TextRange & SpanKind

/** Servers ignore further ones. */
const entitiesMax = 100
/** With a gap before, between and after them, they are within the limit. */
const gappedLinksMax = entitiesMax / 2 - 1
const styles: readonly string[] = ['bold', 'italic', 'blockquote'] satisfies readonly Style[]

/**
 * Renders Markdown, never longer than it is. Its links are the only ones: what the server would make active in the rest
 * of the text becomes code, which it leaves alone. Links that the server would refuse are shown with their addresses. The
 * source stays as it is when it is nested too deep or would take too long to parse.
 */
export function renderMarkdown(markdown: string): RenderedText {
  const source = keptText(markdown)
  const { text, spans } = written(source, hasKnownHost)
  const isBlank = text.trim() === ''
  return isBlank
    ? { text: source, entities: entitiesOf(source, []) }
    : { text, entities: entitiesOf(text, spans) }
}

type Written = Pick<Writer, 'text' | 'spans'>
/** Whether an address becomes a link. */
type MayLink = (url: string) => boolean

/** A server refuses the whole text for the address of a host without a dot, such as one of a local network. */
const hasKnownHost: MayLink = (url) => /\.|^\[/.test(new URL(url).hostname)

const written = (markdown: string, mayLink: MayLink): Written =>
  unlessTooComplex<Written>(
    () => {
      const writer = new Writer(markdown, mayLink)
      writer.write(fromMarkdown(markdown))
      return writer
    },
    { text: markdown, spans: [] },
  )

/** The same without styles, and with addresses in place of links. Nothing in it is active. */
export function renderPlain(markdown: string): RenderedText {
  const source = keptText(markdown)
  const { text } = written(source, () => false)
  const shown = text.trim() === '' ? source : text
  return { text: shown, entities: entitiesOf(shown, []) }
}

/** Collects text and spans. What it writes for a node is never longer than the source of the node. */
class Writer {
  text = ''
  readonly spans: Span[] = []
  readonly #text: string
  readonly #source: MarkdownSource
  readonly #mayLink: MayLink

  constructor(source: string, mayLink: MayLink) {
    this.#text = source
    this.#source = new MarkdownSource(source)
    this.#mayLink = mayLink
  }

  write(node: Nodes): void {
    if (node.type === 'text' || node.type === 'html') this.#add(node.value)
    else if (node.type === 'inlineCode') this.#span({ type: 'code' }, () => this.#add(node.value))
    else if (node.type === 'code')
      this.#span({ type: 'pre', language: node.lang ?? null }, () => this.#writeCode(node))
    else if (node.type === 'break') this.text += '\n'
    else if (node.type === 'image') this.#add(node.alt ?? '')
    else if (node.type === 'link' && this.#source.isActiveLink(node)) this.#writeLink(node)
    else if (node.type === 'strong' || node.type === 'heading')
      this.#span({ type: 'bold' }, () => this.#writeChildren(node))
    else if (node.type === 'emphasis')
      this.#span({ type: 'italic' }, () => this.#writeChildren(node))
    else if (node.type === 'blockquote')
      this.#span({ type: 'blockquote' }, () => this.#writeChildren(node))
    else if ('children' in node) this.#writeChildren(node)
    // A rule, a definition, and what only extensions of Markdown have.
    else this.text += this.#source.of(node)
  }

  #writeLink(node: Link): void {
    const { url } = node
    if (this.#mayLink(url))
      return this.#span({ type: 'text_link', url }, () => this.#writeChildren(node))
    const from = this.text.length
    this.#writeChildren(node)
    const label = this.text.slice(from).trim()
    if (label === '' || label === url) return
    this.text += ' '
    this.#span({ type: 'code' }, () => this.#add(url))
  }

  /** The parser writes spaces for a tab, which may be more of them. */
  #writeCode(node: Code): void {
    const source = this.#source.of(node)
    this.#add(node.value.length > source.length ? source : node.value)
  }

  /** A character reference can be one of the removed characters, which the source does not have. */
  #add(text: string): void {
    this.text += keptText(text)
  }

  #writeChildren(node: Parents): void {
    this.#source.nested(() => {
      let end = startOf(node)
      for (const child of node.children) {
        const gap = this.#text.slice(end, startOf(child))
        if (child.type === 'listItem') this.text += indentedBreaksOf(gap) + this.#markerOf(child)
        else if (isMarkdownBlock(child) && end !== startOf(node)) this.text += indentedBreaksOf(gap)
        this.write(child)
        end = child.position?.end.offset ?? end
      }
    })
  }

  /** Its bullet, or its number as it was written: counting could make it longer. */
  #markerOf(item: Nodes): string {
    const [marker = ''] = /^(?:[-+*]|\d+[.)])/.exec(this.#source.of(item)) ?? []
    const first = 'children' in item ? item.children[0] : undefined
    return marker.replace(/[-+*]/, '•') + (first === undefined ? '' : ' ')
  }

  #span(kind: SpanKind, writeContent: () => void): void {
    const from = this.text.length
    writeContent()
    if (this.text.length > from) this.spans.push({ ...kind, from, to: this.text.length })
  }
}

const startOf = ({ position }: Nodes): number => position?.start.offset ?? 0

/** The line breaks between two blocks, and the indentation after them. */
function indentedBreaksOf(gap: string): string {
  if (!gap.includes('\n')) return ''
  let from = gap.length
  while (gap[from - 1] === ' ') from -= 1
  return breaksOf(gap) + gap.slice(from)
}

/**
 * Entities that a server accepts: none inside code or a link, and at most a hundred, of which styles go first. Every part
 * that the server would make active has its own, or is in one with everything outside of links.
 */
function entitiesOf(text: string, spans: readonly Span[]): readonly MessageEntity[] {
  const links = spans.filter(({ type }) => type === 'text_link')
  const code = spans.flatMap((span) =>
    span.type === 'code' || span.type === 'pre'
      ? withoutRanges([span], links).map((range) => ({ ...span, ...range }))
      : [],
  )
  const fixed = [...links, ...code]
  const inert = codeOf(withoutRanges(activeRanges(text), fixed))
  if (fixed.length + inert.length > entitiesMax) return inOrder(allInert(text, links))
  const styled = spans.flatMap((span) => {
    if (!styles.includes(span.type)) return []
    const others = span.type === 'blockquote' ? [] : [...code, ...inert]
    return withoutRanges([span], others).map((range) => ({ ...span, ...range }))
  })
  return inOrder([...fixed, ...inert, ...styled].slice(0, entitiesMax))
}

/** Links, and everything outside of them as code; code alone if links and the gaps between them are too many. */
function allInert(text: string, links: readonly Span[]): readonly Span[] {
  const kept = links.length <= gappedLinksMax ? links : []
  return [...kept, ...codeOf(withoutRanges([{ from: 0, to: text.length }], kept))]
}

const codeOf = (ranges: readonly TextRange[]): readonly Span[] =>
  ranges.map((range) => ({ ...range, type: 'code' }))

const inOrder = (spans: readonly Span[]): readonly MessageEntity[] =>
  spans.toSorted((one, other) => one.from - other.from || other.to - one.to).map(entityOf)

function entityOf({ from, to, ...span }: Span): MessageEntity {
  const range = { offset: from, length: to - from }
  if (span.type === 'text_link') return { ...range, type: 'text_link', url: span.url }
  if (span.type !== 'pre') return { ...range, type: span.type }
  return { ...range, type: 'pre', ...(span.language !== null && { language: span.language }) }
}
