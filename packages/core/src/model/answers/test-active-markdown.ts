// oxlint-disable-next-line no-restricted-imports -- only tests use this parser
import markdownIt from 'markdown-it'

const parser = markdownIt({ html: true, linkify: true })
// GFM links addresses of e-mail, but no bare host names.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: true })

const active = new Set(['html_inline', 'html_block', 'link_open', 'image'])

/** The HTML, links and images in Markdown, by their names in the parser. */
export const activeMarkdownOf = (text: string): readonly string[] =>
  parser
    .parse(text, {})
    .flatMap((token) => [token, ...(token.children ?? [])])
    .map(({ type }) => type)
    .filter((type) => active.has(type))
