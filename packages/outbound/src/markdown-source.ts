/** A node of a parsed Markdown text, as far as its place in the text matters. */
type MarkdownNode = {
  readonly type: string
  readonly position?:
    | {
        readonly start: { readonly offset?: number | undefined }
        readonly end: { readonly offset?: number | undefined }
      }
    | undefined
}

const depthMax = 100
/** Far more than a readable text has. The parser compares marks with each other, so its time grows with their square. */
const marksMax = 3_000

/** A Markdown text, for adapters that show its parsed nodes as structure instead of markup. */
export class MarkdownSource {
  readonly #text: string
  #depth = 0

  /** Throws when the text has too many marks. Create it before the text is parsed. */
  constructor(text: string) {
    if ((text.match(/[*_[\]]/g)?.length ?? 0) > marksMax)
      throw new RangeError('The text has too many marks.')
    this.#text = text
  }

  /** The text that a node was written as. */
  of({ position }: MarkdownNode): string {
    return this.#text.slice(position?.start.offset, position?.end.offset)
  }

  /** The line breaks between two nodes: at most one empty line. */
  breaksBetween(one: MarkdownNode, other: MarkdownNode): string {
    return breaksOf(this.#text.slice(one.position?.end.offset, other.position?.start.offset))
  }

  /** Whether a link has its own text and a web address. A bare address becomes a link by itself. */
  isActiveLink(node: MarkdownNode & { readonly url: string }): boolean {
    return this.of(node).startsWith('[') && isWebAddress(node.url)
  }

  /** Writes what is inside of a node. Throws when it is nested too deep. */
  nested(write: () => void): void {
    this.#depth += 1
    if (this.#depth > depthMax) throw new RangeError('The text is nested too deep.')
    write()
    this.#depth -= 1
  }
}

/** The result of `write`, or `otherwise` for a text with too many marks, or nested too deep, here or for the parser. */
export function unlessTooComplex<Written>(write: () => Written, otherwise: Written): Written {
  try {
    return write()
  } catch {
    // Every error is one of the text, and comes again with it.
    return otherwise
  }
}

/** The line breaks of a gap, two at most. */
export const breaksOf = (gap: string): string =>
  '\n'.repeat(Math.min(gap.split('\n').length - 1, 2))

const blocks: ReadonlySet<string> = new Set([
  'blockquote',
  'code',
  'definition',
  'heading',
  'html',
  'list',
  'listItem',
  'paragraph',
  'thematicBreak',
])

export const isMarkdownBlock = ({ type }: MarkdownNode): boolean => blocks.has(type)

const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url)
