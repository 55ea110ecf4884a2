import { describe, expect, it, onTestFinished } from 'vitest'
import { convertPage, convertTextPage, pageOf, type Page, type TextPage } from '../read/page.ts'
import { folderOptions } from '../testing/folder.ts'
import { pageConverter, type ConvertedPage, type PageConverterOptions } from './page-converter.ts'

function page(name: string, content = 'Text.'): Page {
  const bytes = Buffer.from(content)
  const file = { name, format: 'markdown' } as const
  return {
    kind: 'page',
    position: name,
    bytes: bytes.length,
    ...pageOf(file, bytes, new Date(0), folderOptions),
  }
}
const large = (name: string) => page(name, 'Some words. '.repeat(30_000))
function inFormat(format: 'email' | 'pdf' | 'word', name: string): Page {
  const markdown = page(name)
  return { ...markdown, file: { ...markdown.file, format } }
}

/** Converts pages, and returns what they became and which of them the thread got. */
async function converted(pages: readonly Page[], given: Omit<PageConverterOptions, 'thread'> = {}) {
  const inThread: string[] = []
  const converter = pageConverter({
    thread: {
      convertPage: async ({ externalId }) => {
        inThread.push(externalId)
        return { kind: 'invalid', reason: 'too_complex', detail: 'too long' }
      },
      close: async () => {},
    },
    ...given,
  })
  const outcomes = await Array.fromAsync(converter.convert(pages))
  return { outcomes, inThread }
}
function hangOnName(one: TextPage): ConvertedPage {
  while (one.externalId === 'hang.md');
  return convertTextPage(one)
}
function hangInPattern(one: TextPage): ConvertedPage {
  expect(/^(?:a+)+$/.test(`${'a'.repeat(60)}!`)).toBe(false)
  return convertTextPage(one)
}
const namesOf = (outcomes: readonly ConvertedPage[]) =>
  outcomes.map(({ position, kind }) => `${position} ${kind}`)

describe('a converter of pages', () => {
  it('converts small pages here, and large ones in the thread, in their order', async () => {
    const pages = [page('a.md'), large('b.md'), large('c.md'), page('d.md', ' '), page('e.md')]
    const { outcomes, inThread } = await converted(pages)
    expect(inThread).toEqual(['b.md', 'c.md'])
    expect(namesOf(outcomes)).toEqual([
      'a.md document',
      'b.md failed',
      'c.md failed',
      'd.md skipped',
      'e.md document',
    ])
    expect(outcomes[1]).toMatchObject({ reason: 'too long' })
    expect(outcomes[4]).toEqual(await convertPage(page('e.md')))
  })

  it('converts emails, documents of Word and PDFs in the thread, because small ones may be large unpacked', async () => {
    const pages = [
      page('a.md'),
      inFormat('word', 'b.docx'),
      inFormat('email', 'c.eml'),
      inFormat('pdf', 'd.pdf'),
    ]
    const { outcomes, inThread } = await converted(pages)
    expect(inThread).toEqual(['b.docx', 'c.eml', 'd.pdf'])
    expect(namesOf(outcomes)).toEqual([
      'a.md document',
      'b.docx failed',
      'c.eml failed',
      'd.pdf failed',
    ])
  })

  it('R282 interrupts a small page that takes too long, and gives it and all later ones to the thread', async () => {
    const pages = ['a.md', 'hang.md', 'b.md', 'hang.md'].map((name) => page(name))
    const { outcomes, inThread } = await converted(pages, { convertHere: hangOnName, groupMs: 500 })
    expect(inThread).toEqual(['hang.md', 'b.md', 'hang.md'])
    expect(namesOf(outcomes)).toEqual([
      'a.md document',
      'hang.md failed',
      'b.md failed',
      'hang.md failed',
    ])
  })

  it('converts at most 64 KiB in one group, so that the limit on time is for few pages', async () => {
    const names: string[] = []
    const convertHere = (one: TextPage) => {
      names.push(one.externalId)
      return convertTextPage(one)
    }
    const converter = pageConverter({ convertHere })
    onTestFinished(() => converter.close())
    const text = 'Some words. '.repeat(2_500)
    const pages = ['a.md', 'b.md', 'c.md'].map((name) => page(name, text))
    await converter.convert(pages).next()
    expect(names).toEqual(['a.md', 'b.md'])
  })

  it('R282 interrupts a regular expression', async () => {
    const given = { convertHere: hangInPattern, groupMs: 50 }
    const { inThread } = await converted([page('a.md')], given)
    expect(inThread).toEqual(['a.md'])
  })

  it('passes on an error of the conversion, and converts the next pages', async () => {
    const pages = [page('a.md')]
    let faults = 1
    const convertHere = (one: TextPage) => {
      if (faults-- > 0) throw new TypeError('a bug')
      return convertTextPage(one)
    }
    const converter = pageConverter({ convertHere })
    onTestFinished(() => converter.close())
    await expect(Array.fromAsync(converter.convert(pages))).rejects.toThrow(TypeError)
    expect(namesOf(await Array.fromAsync(converter.convert(pages)))).toEqual(['a.md document'])
  })
})
