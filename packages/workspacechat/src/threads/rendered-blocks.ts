import type { RichTextLink, RichTextText } from '@slack/types'
import type { List, Nodes, Parents } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { isMarkdownBlock, MarkdownSource, unlessTooComplex } from '@ken/outbound'

type Inline = RichTextText | RichTextLink
type Style = NonNullable<RichTextText['style']>
type Section = { readonly type: 'rich_text_section'; readonly elements: readonly Inline[] }
/** The elements of a text with structure: no mention, channel, emoji or date among them. */
export type RichElement =
  | Section
  | { readonly type: 'rich_text_quote'; readonly elements: readonly Inline[] }
  | { readonly type: 'rich_text_preformatted'; readonly elements: readonly RichTextText[] }
  | {
      readonly type: 'rich_text_list'
      readonly style: 'bullet' | 'ordered'
      readonly indent: number
      /** How many numbers come before the first one. */
      readonly offset: number
      readonly elements: readonly Section[]
    }
export type RichText = { readonly type: 'rich_text'; readonly elements: readonly RichElement[] }

const indentMax = 8
const fallbackLengthMax = 300
const askedLengthMax = 200

/**
 * Renders Markdown as structure, in which nothing needs escaping: text is shown as it is, and only links that are written
 * out in the Markdown are active. What is nested too deep, or would take too long to parse, stays as it is. `asked` is a
 * plain text that is quoted first.
 */
export function renderBlocks(markdown: string, asked?: string): RichText {
  const elements = written(markdown)
  return {
    type: 'rich_text',
    elements: [
      ...(asked === undefined ? [] : [quoteOf(asked)]),
      ...(elements.length === 0 ? [sectionOf([textOf(markdown)])] : elements),
    ],
  }
}

function quoteOf(asked: string): RichElement {
  const line = asked.trim().replaceAll(/\s+/gu, ' ')
  const cut = line.slice(0, askedLengthMax).toWellFormed()
  const text = `You asked: ${cut === line ? line : `${cut} …`}`
  return { type: 'rich_text_quote', elements: [textOf(text)] }
}

const written = (markdown: string): readonly RichElement[] =>
  unlessTooComplex(() => {
    const writer = new Writer(markdown)
    writer.writeBlocks(fromMarkdown(markdown))
    return writer.end()
  }, [])

/** The same as a text that is not parsed, in which nothing is active. The addresses of links are in it. */
export const renderPlain = (markdown: string, asked?: string): string =>
  escaped(
    plainOf(renderBlocks(markdown, asked), (link) =>
      link.type === 'link' ? `${link.text} (${link.url})` : link.text,
    ),
  )

/** The beginning of a rendered text, for notifications. */
export function renderFallback(rendered: RichText): string {
  const text = plainOf(rendered, (inline) => inline.text)
  return escaped(text.slice(0, fallbackLengthMax).replace(/[\ud800-\udbff]$/, ''))
}

/** `<` begins everything that the platform makes active; an ampersand is one of these three names, or itself. */
const escaped = (text: string): string =>
  text.replaceAll(/&(?=(?:amp|lt|gt);)/g, '&amp;').replaceAll('<', '&lt;')

function plainOf(
  { elements: blocks }: RichText,
  inlineText: (inline: Inline) => string | undefined,
): string {
  const joined = (elements: readonly Inline[]) => elements.map(inlineText).join('')
  return blocks
    .map((element) => {
      if (element.type !== 'rich_text_list') return joined(element.elements)
      const markerOf = (place: number) =>
        element.style === 'bullet' ? '•' : `${element.offset + place + 1}.`
      return element.elements
        .map((item, place) => `${markerOf(place)} ${joined(item.elements)}`)
        .join('\n')
    })
    .join('\n')
}

const textOf = (text: string, style: Style = {}): RichTextText => ({
  type: 'text',
  text,
  ...(Object.keys(style).length > 0 && { style }),
})
const sectionOf = (elements: readonly Inline[]): Section => ({
  type: 'rich_text_section',
  elements,
})

/** Collects elements. The text that it writes for a node is never longer than the source of the node. */
class Writer {
  readonly #source: MarkdownSource
  readonly #elements: RichElement[] = []
  /** Paragraphs in a row, of which the platform would show no distance if they were sections. */
  #paragraphs: Inline[] = []

  constructor(source: string) {
    this.#source = new MarkdownSource(source)
  }

  end(): readonly RichElement[] {
    if (this.#paragraphs.some(({ text }) => text?.trim() !== ''))
      this.#elements.push(sectionOf(this.#paragraphs))
    this.#paragraphs = []
    return this.#elements
  }

  writeBlocks(parent: Parents): void {
    let previous: Nodes | null = null
    for (const node of parent.children) {
      if (node.type === 'list') {
        this.end()
        this.#writeList(node, 0)
      } else if (node.type === 'blockquote' || node.type === 'code') {
        this.end()
        const elements: Inline[] = []
        if (node.type === 'code') add(elements, textOf(node.value))
        else this.#writeFlat(node, {}, elements)
        this.#addBlock(node.type, elements)
      } else {
        if (previous !== null && this.#paragraphs.length > 0)
          add(this.#paragraphs, textOf(this.#source.breaksBetween(previous, node)))
        this.#writeInline(node, {}, this.#paragraphs)
      }
      previous = node
    }
  }

  #addBlock(type: 'blockquote' | 'code', elements: readonly Inline[]): void {
    const texts = elements.flatMap((element) => (element.type === 'text' ? [element] : []))
    if (elements.length === 0) return
    if (type === 'blockquote') this.#elements.push({ type: 'rich_text_quote', elements })
    else this.#elements.push({ type: 'rich_text_preformatted', elements: texts })
  }

  /** Lists inside of items become lists of their own, because items are only text. */
  #writeList(list: List, indent: number): void {
    const style = list.ordered === true ? 'ordered' : 'bullet'
    const first = list.ordered === true ? Math.max((list.start ?? 1) - 1, 0) : 0
    let items: Section[] = []
    const flush = (end: number) => {
      const offset = list.ordered === true ? first + end - items.length : 0
      if (items.length > 0)
        this.#elements.push({ type: 'rich_text_list', style, indent, offset, elements: items })
      items = []
    }
    for (const [place, item] of list.children.entries()) {
      const elements: Inline[] = []
      const nested = item.children.filter((child) => child.type === 'list')
      const others = item.children.filter((child) => child.type !== 'list')
      this.#writeFlat({ ...item, children: others }, {}, elements)
      items.push(sectionOf(elements.length === 0 ? [textOf(' ')] : elements))
      if (nested.length > 0) flush(place + 1)
      this.#source.nested(() => {
        for (const child of nested) this.#writeList(child, Math.min(indent + 1, indentMax))
      })
    }
    flush(list.children.length)
  }

  /** The text of blocks where only text can be. */
  #writeFlat(parent: Parents, style: Style, to: Inline[]): void {
    this.#source.nested(() => {
      let previous: Nodes | null = null
      for (const node of parent.children) {
        if (previous !== null && isMarkdownBlock(node))
          add(to, textOf(this.#source.breaksBetween(previous, node)))
        if (isMarkdownBlock(node) && 'children' in node && node.type !== 'paragraph')
          this.#writeFlat(node, node.type === 'heading' ? { ...style, bold: true } : style, to)
        else this.#writeInline(node, style, to)
        previous = node
      }
    })
  }

  #writeInline(node: Nodes, style: Style, to: Inline[]): void {
    if (node.type === 'text' || node.type === 'html') add(to, textOf(node.value, style))
    else if (node.type === 'inlineCode' || node.type === 'code')
      add(to, textOf(node.value, { ...style, code: true }))
    else if (node.type === 'break') add(to, textOf('\n', style))
    else if (node.type === 'image') add(to, textOf(node.alt ?? '', style))
    else if (node.type === 'link' && this.#source.isActiveLink(node))
      this.#writeLink(node, style, to)
    else if ('children' in node)
      this.#source.nested(() => {
        for (const child of node.children) this.#writeInline(child, styleOf(node, style), to)
      })
    // A rule, a definition, and what only extensions of Markdown have.
    else add(to, textOf(this.#source.of(node), style))
  }

  #writeLink(node: Extract<Nodes, { type: 'link' }>, style: Style, to: Inline[]): void {
    const inner: Inline[] = []
    this.#source.nested(() => {
      for (const child of node.children) this.#writeInline(child, style, inner)
    })
    const text = inner.map((element) => element.text).join('')
    if (text.trim() !== '') to.push({ ...textOf(text, style), type: 'link', url: node.url })
  }
}

/** Adds a text to the one before it if both look the same. */
function add(to: Inline[], element: RichTextText): void {
  if (element.text === '') return
  const last = to.at(-1)
  const isSame =
    last?.type === 'text' && JSON.stringify(last.style) === JSON.stringify(element.style)
  if (isSame) to[to.length - 1] = { ...last, text: last.text + element.text }
  else to.push(element)
}

function styleOf({ type }: Nodes, style: Style): Style {
  if (type === 'strong' || type === 'heading') return { ...style, bold: true }
  return type === 'emphasis' ? { ...style, italic: true } : style
}
