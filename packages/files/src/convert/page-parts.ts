/** The attributes of an element, by their names in lower case. */
export type Attributes = { readonly [name: string]: string }

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Elements whose text is never part of the body. */
const silent = setOf(
  'script style template noscript svg iframe canvas audio video object select datalist textarea annotation annotation-xml',
)

/**
 * Classes and ids of what a generator adds to a page: contents, links to the pages before and after it, links for editing
 * and sharing, votes, where it is from, and formulas again.
 */
const added =
  /(?:^|\s)(?:toc|toc-macro|TableOfContents|navheader|navfooter|docnav|mw-editsection|mw-jump-link|printfooter|breadcrumbs?|breadcrumb-section|page-metadata|meta-group|article-(?:relatives|share|votes)|(?:recent|related)-articles|katex-html|mwe-math-mathml-a11y)(?:\s|$)/

/** Elements that a generator adds. A heading or an anchor may also have the id `toc`. */
const addedElements = setOf('aside div nav ol section span table ul')

/** Classes of what Word adds: its table of contents, and remarks of the authors, which readers of the text do not see. */
const addedByWord = /(?:^|\s)(?:MsoToc\w+|MsoCommentReference|msocom\w+)(?:\s|$)/

/** Classes of the numbers of lines of code, and those that mean something else outside of code, such as a last name. */
const lineNumbers = /(?:^|\s)linenos?(?:\s|$)/
const lineNumbersInCode = /(?:^|\s)(?:ln|lnt)(?:\s|$)/
const lineNumberElements = setOf('pre span td')

/** Elements that are the page or all of its content, and shown by a script if they are hidden. */
const wholes = setOf('html body main article')

type Place = { readonly isInHeading: boolean; readonly isInCode: boolean }

/** Whether the text of an element is never part of the body. */
export function isNeverShown(
  name: string,
  attributes: Attributes,
  { isInHeading, isInCode }: Place,
): boolean {
  if (silent.has(name)) return true
  if (name === 'button') return !isInHeading && !isDisclosure(attributes)
  if (isSortKey(name, attributes) || isRemarkMark(name, attributes)) return true
  if (addedByWord.test(attributes['class'] ?? '')) return true
  if (lineNumberElements.has(name) && lineNumbers.test(attributes['class'] ?? '')) return true
  if (isInCode && lineNumbersInCode.test(attributes['class'] ?? '')) return true
  if (!addedElements.has(name) && !/(?:^|\s)mw-jump-link(?:\s|$)/.test(attributes['class'] ?? ''))
    return false
  const isNamedByAuthor = name === 'section' || section.test(attributes['class'] ?? '')
  return (
    added.test(attributes['class'] ?? '') ||
    (!isNamedByAuthor && added.test(attributes['id'] ?? ''))
  )
}

/** Its id is its heading, as in `<section id="breadcrumbs">`. */
const section = /(?:^|\s)section(?:\s|$)/

/** Whether an element is hidden at first. A control of the page may show it. */
export const isHidden = (name: string, attributes: Attributes): boolean =>
  !wholes.has(name) && (attributes['hidden'] ?? 'until-found') !== 'until-found'

/**
 * Whether a span only sorts the rows of a table. All else with `display:none` is read: a script may show it, and finds it
 * by an id or a class.
 */
const isSortKey = (name: string, attributes: Attributes): boolean =>
  name === 'span' &&
  attributes['id'] === undefined &&
  /^$|sort/i.test(attributes['class'] ?? '') &&
  /(?:^|;)\s*display\s*:\s*none/i.test(attributes['style'] ?? '')

/** Whether a link leads to a remark of an author at the end of a document of Google Docs. */
const isRemarkMark = (name: string, { id = '', href = '' }: Attributes): boolean =>
  name === 'a' && /^cmnt_ref\d+$/.test(id) && href.startsWith('#cmnt')

/** Whether an element begins such a remark, which is all of the `div` around it. */
export const isRemark = (name: string, { id = '', href = '' }: Attributes): boolean =>
  name === 'a' && /^cmnt\d+$/.test(id) && href.startsWith('#cmnt_ref')

/** Whether a table only puts the numbers of lines beside code. */
export const isCodeTable = (attributes: Attributes): boolean =>
  /(?:^|\s)(?:highlighttable|lntable|rouge-table)(?:\s|$)/.test(attributes['class'] ?? '')

/** Whether an element is shown apart from the text around it, without a blank between them. */
export const isChip = (attributes: Attributes): boolean =>
  /(?:^|\s)selected-value(?:\s|$)/.test(attributes['class'] ?? '')

const struck = setOf('del s strike')

/** Whether the text of an element is struck out. */
export const isStruck = (name: string, attributes: Attributes): boolean =>
  struck.has(name) ||
  (attributes['style'] ?? '').split(';').some((style) => lineThrough.test(style))

/** Of one declaration: in all of a style, the time would be quadratic. */
const lineThrough = /^\s*text-decoration[^:]*:.*line-through/is

const headings = setOf('h1 h2 h3 h4 h5 h6 dt summary')

/** A paragraph that is the title of a document in an export of Google Docs, or of Word. */
const title = /^(?:c\d+ )+title$|^title(?: c\d+)+$|(?:^|\s)MsoTitle(?:\s|$)/

export const isTitle = (name: string, attributes: Attributes): boolean =>
  name === 'p' && title.test(attributes['class'] ?? '')

export const isHeading = (name: string): boolean => headings.has(name)

/** Whether an element may show the hidden one after it: a question of a list of questions, the name of a part. */
export const mayShowNext = (name: string, attributes: Attributes): boolean =>
  isHeading(name) ||
  Object.hasOwn(attributes, 'onclick') ||
  (name === 'a' && attributes['href'] === '#') ||
  ((name === 'button' || name === 'a' || attributes['role'] === 'button') &&
    isDisclosure(attributes))

/** Whether an element is hidden until a control shows it, as its role or its class says. */
export const isFolded = (attributes: Attributes): boolean =>
  attributes['role'] === 'tabpanel' || folded.test(attributes['class'] ?? '')

const folded = /answer|accordion|collaps|expand|faq|panel|spoiler|tab-|toggle/i

/** Whether an element shows and hides another, as those that do so with a script name themselves. */
const isDisclosure = (attributes: Attributes): boolean =>
  Object.hasOwn(attributes, 'aria-expanded') ||
  /(?:^|\s)(?:accordion|collapsible)/.test(attributes['class'] ?? '')

/** The ids of the elements that a button or a link shows. */
export function shownBy(attributes: Attributes): readonly string[] {
  const controlled = attributes['aria-controls']?.split(' ') ?? []
  const target = /^#(?<id>.+)/.exec(attributes['href'] ?? '')?.groups?.['id']
  return target === undefined ? controlled : [...controlled, target]
}

/** Whether an element is the main part of a page, also in an export of Confluence. */
export const isMain = (name: string, attributes: Attributes): boolean =>
  name === 'main' ||
  attributes['role'] === 'main' ||
  /(?:^|\s)aui-page-panel(?:\s|$)/.test(attributes['class'] ?? '')

/** Whether a page may have a main part. */
export const mayHaveMain = (html: string): boolean =>
  /<main[\s>]|\srole\s*=\s*["']?main\b|\baui-page-panel\b/i.test(html)
