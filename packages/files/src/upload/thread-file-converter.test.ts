import type { UploadedFile } from '@ken/core/ports'
import { utimes } from 'node:fs/promises'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { documentBytesMax, threadFileConverter, type ThreadFileConverterOptions } from '../index.ts'
import { documentsOf, folderOptions, testFolder } from '../testing/folder.ts'

const date = new Date('2026-02-13T09:30:00.123Z')
const file = (path: string, content: string | Uint8Array = 'Text.'): UploadedFile => ({
  path,
  content: Buffer.from(content),
  modifiedAt: date,
})
const { signal } = new AbortController()
const converter = threadFileConverter()
afterAll(() => converter.close())

const ending = (given: Partial<ThreadFileConverterOptions>) => {
  const other = threadFileConverter(given)
  onTestFinished(() => other.close())
  return other
}
/** A thread with this code instead of the conversion. */
const threadOf = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'\n${code}\nparentPort.postMessage('loaded')`)}`,
  )
const hangingThread = threadOf(
  `parentPort.on('message', ({ file }) => { while (file.path === 'hang.md'); parentPort.postMessage({ kind: 'document' }) })`,
)
const byId = (documents: readonly { readonly externalId: string }[]) =>
  documents.toSorted((left, right) => (left.externalId < right.externalId ? -1 : 1))
const outcomesOf = (outcomes: Awaited<ReturnType<typeof converter.convert>>) =>
  outcomes.map((outcome) => (outcome.kind === 'document' ? 'document' : outcome.reason))

describe('a converter in a thread', () => {
  const { at, write, read } = testFolder()

  it('R281 makes of an uploaded file the very document that the command line makes of it', async () => {
    const contents = {
      'guides/first-steps.md': '---\ntitle: Begin\nurl: https://x.test/begin\n---\n# A\n\nb',
      'guides/README.md': 'A *b* c.',
      'cafe\u0301.html': '<title>T</title><main><h1>T</h1><p>x',
      'utf16.txt': Buffer.from('\uFEFFGrüße', 'utf16le'),
      'last.rst': 'x',
      'people.csv': 'Name;Team\nJ\u00FCrgen;IT\n',
      'mail.eml': 'From: a@x.test\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\n\nHello',
    }
    await write(contents)
    for (const name of Object.keys(contents)) await utimes(at(name), date, date)
    const options = { ...folderOptions, urlBase: 'https://x.test/docs' }
    const files = Object.entries(contents).map(([name, content]) => file(name, content))
    const converted = await converter.convert(files, options, signal)
    const made = converted.flatMap((one) => (one.kind === 'document' ? [one.document] : []))
    expect(byId(made)).toEqual(byId(documentsOf(await read(options))))
    expect(made).toHaveLength(7)
  })

  it('R281 refuses or leaves out a file by its name and its content, with the reason in words', async () => {
    const outcomes = await converter.convert(
      [
        file('.env.md'),
        file('.git/a.md'),
        file('node_modules/p/README.md'),
        file('a.png'),
        file('LICENSE'),
        file('a.jsonl', '{}'),
        file('empty.md', ' \n'),
        file('none.md', ''),
        file('a.md', Buffer.from([0x89, 0x50, 0, 1])),
        file('b.txt', Buffer.from('caf\xe9', 'latin1')),
        file('locked.docx', Buffer.from('d0cf11e0a1b11ae1', 'hex')),
        file('damaged.pdf', Buffer.from('%PDF-1.7')),
        file('page.eml', 'Text.'),
        file('large.txt', Buffer.alloc(documentBytesMax + 1, 'x')),
        file('good.md'),
      ],
      folderOptions,
      signal,
    )
    expect(outcomesOf(outcomes)).toEqual([
      'hidden',
      'hidden',
      'installed_packages',
      'unsupported_format',
      'unsupported_format',
      'unsupported_format',
      'empty',
      'empty',
      'binary',
      'encoding',
      'damaged',
      'damaged',
      'damaged',
      'too_large',
      'document',
    ])
    expect(outcomes[9]).toEqual({
      kind: 'invalid',
      reason: 'encoding',
      detail: 'not text in UTF-8: save it as UTF-8',
    })
  })

  it('R282 leaves the event loop free while it converts a hostile file of 2 MiB', async () => {
    await converter.convert([file('first.md')], folderOptions, signal)
    const hostile = file('hostile.html', '<ul><li>a'.repeat(225_000))
    let [turns, isConverting] = [0, true]
    const count = () => {
      turns += 1
      if (isConverting) setTimeout(count, 1)
    }
    count()
    await converter.convert([hostile], folderOptions, signal)
    isConverting = false
    // Converted here, the file would take all of one turn.
    expect(turns).toBeGreaterThan(100)
  })

  it('R282 refuses a file that takes too much processor time, and converts the others', async () => {
    const hanging = ending({ fileCpuMs: 50, threadUrl: hangingThread })
    const outcomes = await hanging.convert(
      [file('a.md'), file('hang.md'), file('b.md')],
      folderOptions,
      signal,
    )
    expect(outcomesOf(outcomes)).toEqual(['document', 'too_complex', 'document'])
  })

  it('R282 refuses a file whose conversion never ends without taking processor time', async () => {
    const waiting = ending({
      fileMs: 50,
      threadUrl: threadOf(`parentPort.on('message', () => {})`),
    })
    expect(outcomesOf(await waiting.convert([file('a.pdf')], folderOptions, signal))).toEqual([
      'too_complex',
    ])
  })

  it('R282 refuses a file that takes too much memory, and converts the others', async () => {
    const greedy = ending({
      heapMb: 16,
      threadUrl: threadOf(
        `const kept = []; parentPort.on('message', ({ file }) => { while (file.path === 'grow.md') kept.push([kept.length]); parentPort.postMessage({ kind: 'document' }) })`,
      ),
    })
    const outcomes = await greedy.convert([file('grow.md'), file('b.md')], folderOptions, signal)
    expect(outcomesOf(outcomes)).toEqual(['too_complex', 'document'])
  })

  it('R282 refuses a file that unpacks to too much beside the heap, and converts the others', async () => {
    const greedy = ending({
      buffersMb: 16,
      threadUrl: threadOf(
        `const kept = []; parentPort.on('message', ({ file }) => { while (file.path === 'bomb.pdf' && kept.length < 64) kept.push(Buffer.alloc(2 ** 20, 1)); if (file.path !== 'bomb.pdf') parentPort.postMessage({ kind: 'document' }) })`,
      ),
    })
    const outcomes = await greedy.convert([file('bomb.pdf'), file('b.md')], folderOptions, signal)
    expect(outcomesOf(outcomes)).toEqual(['too_complex', 'document'])
  })

  it('R282 does not count the file itself as what it unpacks to', async () => {
    const copying = ending({
      buffersMb: 16,
      threadUrl: threadOf(
        `parentPort.on('message', () => setTimeout(() => parentPort.postMessage({ kind: 'document' }), 500))`,
      ),
    })
    const large = { ...file('a.pdf'), content: new Uint8Array(24 * 1_024 * 1_024) }
    expect(outcomesOf(await copying.convert([large], folderOptions, signal))).toEqual(['document'])
  })

  it('goes on after a failure that a parser leaves to no one', async () => {
    const thread = new URL('./conversion-thread.ts', import.meta.url).href
    const leave = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => void Promise.reject(new Error('left'))); await import('${thread}')`
    const careless = ending({
      threadUrl: new URL(`data:text/javascript,${encodeURIComponent(leave)}`),
    })
    for (const name of ['a.md', 'b.md', 'c.md'])
      expect(outcomesOf(await careless.convert([file(name)], folderOptions, signal))).toEqual([
        'document',
      ])
  })

  it('converts one batch after the other, and refuses those beyond its queue', async () => {
    const small = ending({ batchesMax: 2 })
    const [one, two, three] = await Promise.allSettled(
      ['a.md', 'b.md', 'c.md'].map((name) => small.convert([file(name)], folderOptions, signal)),
    )
    expect([one?.status, two?.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(three).toMatchObject({
      reason: { name: 'Unavailable', dependency: 'file conversion', retryAfterSeconds: 5 },
    })
    expect(outcomesOf(await small.convert([file('c.md')], folderOptions, signal))).toEqual([
      'document',
    ])
  })

  it('R282 converts no further file once the request has ended, and then the next batch', async () => {
    const leaving = new AbortController()
    const first = {
      ...file('a.md'),
      // Read when the file is given to the thread.
      get modifiedAt() {
        leaving.abort()
        return date
      },
    }
    const second = {
      ...file('b.md'),
      get modifiedAt() {
        return expect.unreachable('of a further file')
      },
    }
    const ended = converter.convert([first, second], folderOptions, leaving.signal)
    const waiting = converter.convert([file('c.md')], folderOptions, leaving.signal)
    const next = converter.convert([file('d.md')], folderOptions, signal)
    const failure = { name: 'Unavailable', dependency: 'request' }
    await expect(ended).rejects.toMatchObject(failure)
    await expect(waiting).rejects.toMatchObject(failure)
    expect(outcomesOf(await next)).toEqual(['document'])
  })

  it('R282 gives the place of a batch whose request has ended to the next', async () => {
    const small = ending({ batchesMax: 2, fileCpuMs: 600_000, threadUrl: hangingThread })
    const [one, two] = [new AbortController(), new AbortController()]
    const hangs = small.convert([file('hang.md')], folderOptions, one.signal)
    const waits = small.convert([file('a.md')], folderOptions, two.signal)
    two.abort()
    const failure = { name: 'Unavailable', dependency: 'request' }
    await expect(waits).rejects.toMatchObject(failure)
    await expect(small.convert([file('a.md')], folderOptions, two.signal)).rejects.toMatchObject(
      failure,
    )
    const next = small.convert([file('b.md')], folderOptions, signal)
    one.abort()
    await expect(hangs).rejects.toMatchObject(failure)
    expect(outcomesOf(await next)).toEqual(['document'])
  })

  it('R282 interrupts a file once the request has ended', async () => {
    const hanging = ending({ fileCpuMs: 600_000, threadUrl: hangingThread })
    const leaving = new AbortController()
    const hangs = {
      ...file('hang.md'),
      // Read when the file is given to the thread, which then has it.
      get modifiedAt() {
        setImmediate(() => leaving.abort())
        return date
      },
    }
    const ended = hanging.convert([hangs], folderOptions, leaving.signal)
    const next = hanging.convert([file('a.md')], folderOptions, signal)
    await expect(ended).rejects.toMatchObject({ dependency: 'request' })
    expect(outcomesOf(await next)).toEqual(['document'])
  })

  it('starts another thread after a fault of one, and for a batch after an idle time', async () => {
    const faulty = ending({
      idleMs: 1,
      threadUrl: threadOf(
        `let count = 0; parentPort.on('message', ({ file }) => { if (file.path === 'fault.md') throw new Error('a bug'); parentPort.postMessage({ kind: 'document', count: count += 1 }) })`,
      ),
    })
    await expect(faulty.convert([file('fault.md')], folderOptions, signal)).rejects.toThrow('a bug')
    expect(await faulty.convert([file('a.md')], folderOptions, signal)).toMatchObject([
      { count: 1 },
    ])
    await expect
      .poll(() => faulty.convert([file('a.md')], folderOptions, signal), { interval: 50 })
      .toMatchObject([{ count: 1 }])
  })

  it('converts nothing once it is closed', async () => {
    const closed = threadFileConverter()
    await closed.close()
    await closed.close()
    await expect(closed.convert([file('a.md')], folderOptions, signal)).rejects.toThrow('closed')
  })
})
