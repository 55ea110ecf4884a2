import * as fc from 'fast-check'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { documentBytesMax, readJsonLines, type ReadItem, type ReadOptions } from './index.ts'

const none: ReadOptions = { source: null, allowed: null, urlBase: null }

const good = {
  source: 'wiki',
  external_id: 'a/1',
  title: 'Title',
  url: 'https://x.test/a',
  body: 'secret body',
  allowed: ['everyone'],
  updated_at: '2026-05-01T12:00:00+02:00',
}

async function read(input: string | readonly Uint8Array[], options = none): Promise<readonly ReadItem[]> {
  const chunks = typeof input === 'string' ? [Buffer.from(input)] : input
  return Array.fromAsync(readJsonLines(Readable.from(chunks, { objectMode: true }), 'docs.jsonl', options))
}

async function readLine(line: unknown, options = none): Promise<ReadItem | undefined> {
  return (await read(typeof line === 'string' ? line : JSON.stringify(line), options))[0]
}

const without = (field: keyof typeof good) => Object.fromEntries(Object.entries(good).filter(([name]) => name !== field))

describe('a line', () => {
  test('gives a document as it is', async () => {
    expect(await readLine(good)).toEqual({
      kind: 'document',
      position: 'docs.jsonl:1',
      bytes: JSON.stringify(good).length,
      document: {
        source: 'wiki',
        externalId: 'a/1',
        title: 'Title',
        url: 'https://x.test/a',
        body: 'secret body',
        allowed: ['everyone'],
        updatedAt: new Date('2026-05-01T10:00:00Z'),
      },
    })
  })
  test('need not say when it was updated', async () => {
    const unknown = { kind: 'document', document: { updatedAt: null } }
    expect(await readLine(without('updated_at'))).toMatchObject(unknown)
    expect(await readLine({ ...good, updated_at: null })).toMatchObject(unknown)
  })
  test('takes source and allowed from the options only where it does not have them', async () => {
    const options = { source: 'other', allowed: ['role:Owner'], urlBase: null }
    expect(await readLine(good, options)).toMatchObject({ document: { source: 'wiki', allowed: ['everyone'] } })
    expect(await readLine(without('source'), options)).toMatchObject({ document: { source: 'other', allowed: ['everyone'] } })
    expect(await readLine(without('allowed'), options)).toMatchObject({ document: { source: 'wiki', allowed: ['role:Owner'] } })
    expect(await readLine({ ...good, allowed: [] }, options)).toMatchObject({ document: { allowed: [] } })
  })
  test.each([
    [without('source'), 'source: is missing'],
    [without('allowed'), 'allowed: is missing'],
    [without('body'), 'body: is missing'],
    [{ ...good, body: 7, title: null }, 'title: must be a text; body: must be a text'],
    [{ ...good, allowed: 'everyone' }, 'allowed: must be a list of texts'],
    [{ ...good, allowed: ['everyone', 7] }, 'allowed.1: must be a text'],
    [{ ...good, updated_at: '2026-05-01' }, 'updated_at: must be an ISO 8601 time with an offset, such as 2026-05-01T12:00:00Z'],
    [
      { ...good, updated_at: '2026-02-30T00:00:00Z' },
      'updated_at: must be an ISO 8601 time with an offset, such as 2026-05-01T12:00:00Z',
    ],
    [{ ...good, body: 'a\0b' }, 'body: must not contain NUL characters or lone surrogates'],
    [{ ...good, external_id: '\ud800' }, 'external_id: must not contain NUL characters or lone surrogates'],
    [{ ...good, acl: [], 'x\u001b[2J': 1 }, 'unknown field "acl", "x\uFFFD[2J"'],
    [JSON.stringify(good).replace('{', '{"__proto__": {},'), 'unknown field "__proto__"'],
    [JSON.stringify(good).replace('}', ',"allowed":[]}'), 'allowed: is there more than once'],
    [JSON.stringify(good).replace('{', '{"\\u0062ody":"\\\\",'), 'body: is there more than once'],
    [[good], 'must be a JSON object'],
    ['null', 'must be a JSON object'],
    ['{"body": "secret body", title}', 'not valid JSON at column 25'],
    ['['.repeat(1_000_000), 'not valid JSON at column 1000001'],
  ])('that is no document fails with what is wrong, and never shows its body (%#)', async (line, reason) => {
    expect(await readLine(line)).toMatchObject({ kind: 'failed', position: 'docs.jsonl:1', reason })
  })
  test('may hold in its texts what looks like a name that is repeated', async () => {
    const body = '{"body": "\\", "body": 1}, "title"'
    const item = await readLine({ ...good, title: '\\', body, allowed: ['a', 'a', 'title'] })
    expect(item).toMatchObject({ kind: 'document', document: { title: '\\', body } })
  })
  test('with faults without number names five of them', async () => {
    const item = await readLine({ ...good, allowed: Array.from({ length: 100_000 }, () => 7) })
    expect(item).toMatchObject({
      kind: 'failed',
      reason: [0, 1, 2, 3, 4].map((index) => `allowed.${index}: must be a text`).join('; '),
    })
  })
  test('that is longer than 8 MiB fails alone, without being held in memory', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    async function* chunks() {
      yield Buffer.from(`${JSON.stringify(good)}\n`)
      for (let count = 0; count < 200; count += 1) {
        yield Buffer.from(chunk)
        most = Math.max(most, process.memoryUsage().arrayBuffers - before)
      }
      yield Buffer.from(`\n${JSON.stringify(good)}`)
    }
    const items = await Array.fromAsync(readJsonLines(chunks(), 'docs.jsonl', none))
    expect(items.map(({ kind, position }) => [kind, position])).toEqual([
      ['document', 'docs.jsonl:1'],
      ['failed', 'docs.jsonl:2'],
      ['document', 'docs.jsonl:3'],
    ])
    expect(items[1]).toMatchObject({ reason: 'too long: at most 8 MiB are read of a line', bytes: 200 * chunk.length + 1 })
    expect(most).toBeLessThan(150 * chunk.length)
  })
  test('of exactly 8 MiB is read', async () => {
    const line = JSON.stringify({ ...good, body: '' })
    expect(await readLine(line.replace('"body":""', `"body":"${'x'.repeat(documentBytesMax - line.length)}"`))).toMatchObject({
      kind: 'document',
    })
  })
})

async function* broken() {
  yield `${JSON.stringify(good)}\n{"half`
  throw Object.assign(new Error('read'), { code: 'EIO' })
}

describe('a stream', () => {
  test('loses nothing to bad lines, and ignores blank ones', async () => {
    const line = JSON.stringify(good)
    const items = await read([Buffer.from(`${line}\r\n\n  \t\r\nbad\n`), Buffer.from([0xc3, 0x28, 10]), Buffer.from(line)])
    expect(items.map(({ kind, position }) => `${kind} ${position}`)).toEqual([
      'document docs.jsonl:1',
      'failed docs.jsonl:4',
      'failed docs.jsonl:5',
      'document docs.jsonl:6',
    ])
    expect(items[2]).toMatchObject({ reason: 'not text in UTF-8: save it as UTF-8' })
  })
  test('may begin with a byte order mark', async () => {
    expect(await readLine(`\uFEFF${JSON.stringify(good)}`)).toMatchObject({ kind: 'document' })
  })
  test('that breaks ends with a failure that says where', async () => {
    const items = await Array.fromAsync(readJsonLines(broken(), 'stdin', none))
    expect(items).toHaveLength(2)
    expect(items[1]).toMatchObject({ kind: 'failed', position: 'stdin:2', reason: 'reading ended here: the disk cannot read it' })
  })
  test('of any bytes, cut anywhere, gives exactly one item for each line that is not blank', async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc
        .constantFrom('\n', '\r\n', ' ', '\uFEFF', '{', '"', JSON.stringify(good), `${JSON.stringify(good)}\n`)
        .map((text) => Buffer.from(text)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (chunks) => {
        const bytes = Buffer.concat(chunks)
        const items = await read(chunks)
        expect(items.map(({ position }) => position)).toEqual(linesWithText(bytes).map((number) => `docs.jsonl:${number}`))
        expect(items).toEqual(await read([bytes]))
        expect(items.reduce((sum, item) => sum + item.bytes, 0)).toBeLessThanOrEqual(bytes.length)
      }),
      { numRuns: 300 },
    )
  })
})

/** The numbers of the lines that hold more than blanks, found in the plainest way. */
function linesWithText(bytes: Buffer): readonly number[] {
  const lines = bytes
    .toString('latin1')
    .replace(/^\u00EF\u00BB\u00BF/, '')
    .split('\n')
  return lines.flatMap((line, index) => (/[^ \t\r]/.test(line) ? [index + 1] : []))
}

test('may leave the URL out, where people cannot open the document', async () => {
  for (const written of [without('url'), { ...good, url: null }]) {
    expect(await readLine(written)).toMatchObject({ kind: 'document', document: { url: null } })
  }
})
