import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fragments } from '../testing/readable.ts'
import { convertHtml } from './convert-html.ts'
import { convertMarkdown, partLength } from './convert-markdown.ts'
import { convertPlainText } from './convert-plain-text.ts'
import { convertTexts, type Text } from './convert-texts.ts'

const alone = ({ text, format }: Text) =>
  ({ markdown: convertMarkdown, html: convertHtml, 'plain text': convertPlainText })[format](text)

const page = (number: number): Text => ({ text: `# Page ${number}\n\nText.`, format: 'markdown' })
/** Takes minutes. */
const expensive: Text = { text: '*a'.repeat(15_000), format: 'markdown' }

test('gives each text what it gives by itself, in order', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          text: fragments,
          format: fc.constantFrom<Text['format'][]>('markdown', 'html', 'plain text'),
        }),
        { maxLength: 8 },
      ),
      (texts) => {
        expect(convertTexts(texts)).toEqual(texts.map(alone))
      },
    ),
  )
})

test('converts no texts, and texts of any length', () => {
  expect(convertTexts([])).toEqual([])
  // Few paragraphs, because each takes time.
  const paragraph = `${'Long text. '.repeat(1_000)}\n\n`
  const text = paragraph.repeat(Math.ceil((2 * partLength) / paragraph.length))
  const long: Text = { text, format: 'markdown' }
  expect(convertTexts([page(1), long, page(2)])).toEqual([page(1), long, page(2)].map(alone))
})

test('keeps only the texts that are too expensive as they are written, and says so', () => {
  const texts = [page(1), expensive, page(2), page(3), expensive, page(4)]
  const converted = convertTexts(texts)
  expect(converted.map(({ title }) => title)).toEqual([
    'Page 1',
    null,
    'Page 2',
    'Page 3',
    null,
    'Page 4',
  ])
  expect(converted.map(({ isCut }) => isCut)).toEqual([false, true, false, false, true, false])
})
