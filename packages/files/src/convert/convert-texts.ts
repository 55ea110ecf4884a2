import type { Format } from '../read/format.ts'
import { convertHtml } from './convert-html.ts'
import { convertMarkdown, partLength, type Within } from './convert-markdown.ts'
import { convertPlainText } from './convert-plain-text.ts'
import type { Converted } from './converted.ts'
import { endsBefore, withinTime } from './within-time.ts'

/** A text and what it is written in. */
export type Text = { readonly text: string; readonly format: Exclude<Format, 'json lines'> }

const convert = ({ text, format }: Text, within: Within): Converted => {
  if (format === 'markdown') return convertMarkdown(text, within)
  return format === 'html' ? convertHtml(text) : convertPlainText(text)
}

/** By the clock, for a group of texts: about four times what prose takes. */
const millisecondsFor = (length: number): number => 100 + length / 250

/**
 * Converts texts, in order. Texts of one part each share a deadline, because watching the clock takes as long as parsing a
 * page. The text that is being converted at the deadline, which may be too expensive or only unlucky, is converted again by
 * itself with its own limit; then the next group follows. So no text takes longer than by itself.
 */
export function convertTexts(texts: readonly Text[]): readonly Converted[] {
  const converted: Converted[] = []
  while (converted.length < texts.length) {
    const group = groupOf(texts, converted.length)
    // An interruption leaves complete results.
    endsBefore(millisecondsFor(group.length), () => {
      while (converted.length < group.end)
        converted.push(convert(texts[converted.length]!, withoutLimit))
    })
    if (converted.length < group.end || group.end === group.start)
      converted.push(convert(texts[converted.length]!, withinTime))
  }
  return converted
}

const withoutLimit: Within = (_, work) => work()

/** The texts from `start` on that share a deadline; none if the first one is too long. */
function groupOf(texts: readonly Text[], start: number) {
  let [end, length] = [start, 0]
  for (const { text } of texts.slice(start)) {
    length += text.length
    if (length > partLength) break
    end += 1
  }
  return { start, end, length: Math.min(length, partLength) }
}
