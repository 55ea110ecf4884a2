import { Parser, type Handler } from 'htmlparser2'
import type { BodyBuilder } from '../body-builder.ts'
import {
  isChip,
  isCodeTable,
  isFolded,
  isHeading,
  isHidden,
  isMain,
  isNeverShown,
  isRemark,
  isStruck,
  isTitle,
  mayShowNext,
  shownBy,
  type Attributes,
} from '../page-parts.ts'
import { isPower } from '../readable-text.ts'

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Elements around the content of a page. */
const surroundings = setOf('nav header footer aside')
/** Elements between a remark of Google Docs and the `div` that it begins. */
const remarkParts = setOf('p span sup')
/** Elements that end the paragraph before and inside them. */
const blocks = setOf(
  'address article aside blockquote body caption dd details dialog div dl dt fieldset figcaption figure footer form header ' +
    'hgroup hr legend li main nav optgroup p section summary tbody tfoot thead',
)

const opening = new Map<string, (out: BodyBuilder, attributes: Attributes) => void>([
  ...[1, 2, 3, 4, 5, 6].map(
    (level) => [`h${level}`, (out: BodyBuilder) => out.openHeading(level)] as const,
  ),
  ['ul', (out) => out.openList(null)],
  [
    'ol',
    (out, attributes) =>
      out.openList(/^\d{1,9}$/.test(attributes['start'] ?? '') ? Number(attributes['start']) : 1),
  ],
  ['li', (out) => out.openItem()],
  ['table', (out, attributes) => out.openTable(isCodeTable(attributes))],
  ...['thead', 'tbody', 'tfoot'].map(
    (part) => [part, (out: BodyBuilder) => out.endRows()] as const,
  ),
  ['tr', (out) => out.openRow()],
  ['td', (out, attributes) => out.openCell(sizeOf(attributes))],
  ['th', (out, attributes) => out.openCell(sizeOf(attributes))],
  ['span', (out, attributes) => out.text(isChip(attributes) ? ' ' : '')],
  ['br', (out) => out.lineBreak()],
  ['sup', (out) => out.raise()],
  ['img', (out, attributes) => out.image(attributes['alt'] ?? '')],
])

const closing = new Map<string, (out: BodyBuilder) => void>([
  ...[1, 2, 3, 4, 5, 6].map(
    (level) => [`h${level}`, (out: BodyBuilder) => out.closeHeading()] as const,
  ),
  ['ul', (out) => out.closeList()],
  ['ol', (out) => out.closeList()],
  ['table', (out) => out.closeTable()],
  ...['thead', 'tbody', 'tfoot'].map(
    (part) => [part, (out: BodyBuilder) => out.endRows()] as const,
  ),
  ['tr', (out) => out.closeRow()],
  ['td', (out) => out.closeCell()],
  ['th', (out) => out.closeCell()],
])

/** The text of a permalink beside a heading, and of a link from a footnote back to its place, also in two parts. */
const permalink = /^\s*[\uFE0E\uFE0F¶§#🔗↩↑^\u200B][\uFE0E\uFE0F]?\s*$/u

/** In scripts with blanks between words. */
const beginsWord = /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}]/u

const sizeOf = ({ rowspan, colspan }: Attributes) => ({
  rows: spanOf(rowspan),
  columns: spanOf(colspan),
})
const spanOf = (span = ''): number => (/^[1-9]\d{0,4}$/.test(span) ? Number(span) : 1)

type OpenElement = {
  readonly name: string
  /** How many texts came before it. */
  readonly textsBefore: number
  readonly isSilent: boolean
  readonly isContent: boolean
  readonly isHeading: boolean
  readonly isStruck: boolean
  readonly isTitle: boolean
  readonly mayShowNext: boolean
}

/** Where the text of a page is read: only in its main part, everywhere but around an `article`, or everywhere. */
export type Content = 'main' | 'article' | null

/** The time of the parser grows with the number of unclosed elements. No real page is as deep as this. */
const depthMax = 2_000
const chunkLength = 16_384

/** Reads any HTML into a body, and returns the text of its `title`. Never throws. */
export function readHtml(html: string, out: BodyBuilder, content: Content): string {
  const page = new PageReader(out, content)
  let parser = new Parser(page)
  for (let start = 0; start < html.length;) {
    const end = html.indexOf('<', start + chunkLength)
    parser.write(html.slice(start, end < 0 ? html.length : end))
    start = end < 0 ? html.length : end
    if (page.depth <= depthMax) continue
    const depth = page.contentDepth
    parser.end()
    page.contentDepth = depth
    parser = new Parser(page)
  }
  parser.end()
  return page.title
}

/** Reports the elements of a page to a body. */
class PageReader implements Partial<Handler> {
  title = ''
  contentDepth = 0
  readonly #out: BodyBuilder
  readonly #content: Content
  readonly #open: OpenElement[] = []
  #silence = 0
  #texts = 0
  #headingDepth = 0
  /** Whether no text came after an element that may show what is hidden after it. */
  #mayShowNext = false
  /** The ids of what the links and buttons so far show. */
  readonly #controlled = new Set<string>()
  #titleDepth = 0
  #isInnerLink = false
  /** Whether no text came after a link, and whether another link follows it at once. */
  #adjacentLinks: 'none' | 'one' | 'two' = 'none'
  #raisedDepth = 0
  /** The text of an open `pre`. */
  #verbatim: string[] | null = null
  #isRaisedInCode = false
  /** The number of a footnote, which is not part of the word before it. */
  #footnote: string | null = null

  constructor(out: BodyBuilder, content: Content) {
    this.#out = out
    this.#content = content
  }

  get depth(): number {
    return this.#open.length
  }

  onopentag(name: string, attributes: Attributes): void {
    const element = {
      name,
      textsBefore: this.#texts,
      isSilent: this.#isSilent(name, attributes),
      isContent: this.#content === 'main' ? isMain(name, attributes) : name === this.#content,
      isHeading: isHeading(name),
      isStruck: this.#isRead() && this.#verbatim === null && isStruck(name, attributes),
      isTitle: this.#isRead() && isTitle(name, attributes),
      mayShowNext: mayShowNext(name, attributes),
    }
    if (isRemark(name, attributes)) this.#silenceRemark()
    this.#open.push(element)
    if (element.isSilent) this.#silence += 1
    if (element.isContent) this.contentDepth += 1
    if (element.isHeading) this.#headingDepth += 1
    if (element.isStruck) this.#out.strike()
    for (const id of shownBy(attributes)) this.#controlled.add(id)
    if (name === 'button' && !element.isSilent) this.#endButton()
    if (name === 'title') this.#titleDepth += 1
    if (name === 'sup') this.#raisedDepth += 1
    if (name === 'a') {
      this.#isInnerLink = attributes['href']?.startsWith('#') === true
      if (this.#adjacentLinks === 'one') this.#adjacentLinks = 'two'
    }
    if (blocks.has(name)) this.#endParagraph()
    if (element.isTitle) this.#out.openHeading(1)
    if (!this.#isRead()) return
    if ((name === 'a' || name === 'sup') && this.#isInnerLink && this.#raisedDepth > 0)
      this.#footnote ??= ''
    if (this.#verbatim !== null && name === 'br') this.#verbatim.push('\n')
    else if (this.#verbatim !== null && name === 'sup') this.#isRaisedInCode = true
    else if (name === 'pre') this.#verbatim ??= []
    else opening.get(name)?.(this.#out, attributes)
  }

  ontext(text: string): void {
    if (this.#titleDepth > 0) this.title += this.#silence === 0 ? text : ''
    else if (!this.#isRead() || (this.#isInnerLink && permalink.test(text))) return
    else if (this.#footnote !== null) this.#footnote += text
    else if (this.#verbatim === null) this.#addText(text)
    else this.#addCode(text, this.#verbatim)
    if (text.trim() === '') return
    this.#texts += 1
    this.#mayShowNext = false
  }

  onclosetag(name: string): void {
    if (name === 'pre' && this.#verbatim !== null) {
      const code = this.#verbatim.join('')
      this.#verbatim = null
      this.#out.code(code)
    }
    if (name === 'a' || name === 'sup') this.#endFootnote()
    if (blocks.has(name)) this.#endParagraph()
    if (this.#isRead()) closing.get(name)?.(this.#out)
    if (name === 'title') this.#titleDepth -= 1
    if (name === 'sup') this.#raisedDepth -= 1
    if (name === 'a') {
      this.#isInnerLink = false
      this.#adjacentLinks = 'one'
    }
    const element = this.#open.pop()
    if (element?.isContent === true) this.contentDepth -= 1
    if (element?.isSilent === true) this.#silence -= 1
    if (element?.isHeading === true) this.#headingDepth -= 1
    if (element?.isStruck === true) this.#out.endStrike()
    if (element?.isTitle === true) this.#out.closeHeading()
    if (element?.mayShowNext === true) this.#mayShowNext = true
    if (name === 'button' && element?.isSilent === false) this.#endButton()
  }

  #addText(text: string): void {
    const isGlued = this.#adjacentLinks === 'two' && beginsWord.test(text)
    this.#adjacentLinks = 'none'
    this.#out.text(isGlued ? ` ${text}` : text)
  }

  #addCode(text: string, code: string[]): void {
    const isRaised = this.#isRaisedInCode && isPower(code.at(-1) ?? '', text)
    this.#isRaisedInCode = false
    code.push(isRaised ? `^${text}` : text)
  }

  #isRead(): boolean {
    return this.#silence === 0 && (this.#content !== 'main' || this.contentDepth > 0)
  }

  /** Reads nothing of the `div` that a remark begins, if only paragraphs and spans are open in it. */
  #silenceRemark(): void {
    const at = this.#open.findLastIndex(({ name }) => !remarkParts.has(name))
    const around = this.#open[at]
    if (around?.name !== 'div' || around.isSilent || around.textsBefore < this.#texts) return
    this.#open[at] = { ...around, isSilent: true }
    this.#silence += 1
  }

  #isSilent(name: string, attributes: Attributes): boolean {
    const place = { isInHeading: this.#headingDepth > 0, isInCode: this.#verbatim !== null }
    if (isNeverShown(name, attributes, place) || isRemark(name, attributes)) return true
    if (isHidden(name, attributes) && !this.#mayBeShown(attributes)) return true
    return (
      this.#content !== null &&
      (name === 'nav' || (this.contentDepth === 0 && surroundings.has(name)))
    )
  }

  /** Whether readers can show what is hidden at first: a tab, an answer below its question. */
  #mayBeShown(attributes: Attributes): boolean {
    const id = attributes['id']
    return (
      this.#mayShowNext || isFolded(attributes) || (id !== undefined && this.#controlled.has(id))
    )
  }

  /** A button is a paragraph of its own, or part of a heading. */
  #endButton(): void {
    if (this.#headingDepth === 0) this.#endParagraph()
  }

  /** In brackets, as in Markdown. */
  #endFootnote(): void {
    const number = this.#footnote?.replaceAll(/[[\]\s]+/g, ' ').trim() ?? ''
    this.#footnote = null
    if (number === '') return
    if (this.#verbatim === null) this.#out.text(`[${number}]`)
    else this.#verbatim.push(`[${number}]`)
  }

  #endParagraph(): void {
    this.#endFootnote()
    if (this.#verbatim === null) this.#out.endParagraph()
    else if (this.#verbatim.at(-1)?.endsWith('\n') === false) this.#verbatim.push('\n')
  }
}
