import { withReadableTables } from './asciidoc-tables.ts'
import { bodyOf } from '../body-builder.ts'
import type { Converted } from '../converted.ts'
import { splitFrontMatter } from '../markdown/front-matter.ts'
import { mailSubject } from '../office/mail-subject.ts'
import { plainTextBlocks } from './plain-text-blocks.ts'
import { carriableText, titleText, withoutHeadings } from '../readable-text.ts'
import { withoutRunningHeads } from '../running-heads.ts'

const titleLengthMax = 120

/**
 * Between the parts of a word that is divided at the end of a line, as in the text of a PDF. The hyphen stays, because the
 * word may have one. A word such as "short-" before "and long-term" is not divided.
 */
const dividedWord =
  /(?<=\p{Ll})-\n[ \t]*(?=\p{Ll})(?!(?:and|bis|bzw|et|o|oder|or|ou|sowie|to|und|y)(?!\p{L}))/gu

/**
 * What may come before the title of a text: fields and directives of reStructuredText with their indented lines, and
 * attributes, comments and anchors of AsciiDoc. Bounded, because each repetition takes memory.
 */
const preamble =
  /^(?:\s*\n|:[\w-]+:(?:[ \t].*)?\n|\.\.(?:[ \t].*)?\n(?:(?:[ \t].*)?\n){0,500}|\/\/(?:[^/\n].*)?\n|\[[[#.].*\]\n){0,500}/

/**
 * Keeps the lines of plain text, with its front matter, and divides it at its headings. The title is the subject of an
 * email, else the first line with a word, unless it is as long as a paragraph.
 */
export function convertPlainText(text: string): Converted {
  const readable = withReadableTables(carriableText(withoutRunningHeads(text)))
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
  const title =
    titleText(mailSubject(readable) ?? '') ?? titleOf(`${readable}\n`.replace(preamble, ''))
  const blocks = plainTextBlocks(readable.split('\n')).map(({ level, text: lines }) => ({
    level,
    text: level === null ? paragraphsOf(lines) : lines,
  }))
  const { allowed } = splitFrontMatter(text).fields
  return { title, url: null, updatedAt: null, allowed, body: bodyOf(blocks, title) }
}

function titleOf(text: string): string | null {
  // Without the marks of a heading, as in AsciiDoc and wikis.
  const line = /^.*[\p{L}\p{N}].*$/mu.exec(text)?.[0] ?? ''
  const title = titleText(line.replace(/^[=#*\s]+\s/, '').replace(/(?<=\s)=+$/, ''))
  return title !== null && title.length <= titleLengthMax ? title : null
}

const paragraphsOf = (text: string): string =>
  text
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()
    .replaceAll(dividedWord, '-')
    .split('\n\n')
    .map(withoutHeadings)
    .join('\n\n')
