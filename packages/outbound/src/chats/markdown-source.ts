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
/** Far more than a readable text has. The time of the parser grows with the square of either. */
const marksMax = 3_000
const linesMax = 2_000
/** A line that begins more quotes and lists than may be nested. The parser would take a second for thousands of them. */
const deepLine = new RegExp(
  String.raw`^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){${depthMax + 1}}`,
  'm',
)

/** A Markdown text, for adapters that show its parsed nodes as structure instead of markup. */
export class MarkdownSource {
  readonly #text: string
  #depth = 0

  /** Throws when the text would take too long to parse. Create it before the text is parsed. */
  constructor(text: string) {
    const isLong =
      countOf(/[*_[\]]/g, text) > marksMax ||
      countOf(/\r\n?|\n/g, text) > linesMax ||
      deepLine.test(text)
    if (isLong) throw new RangeError('The text would take too long to parse.')
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

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0

/** The result of `write`, or `otherwise` for a text with too many marks or lines, or nested too deep. */
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
