import * as fc from 'fast-check'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { documentBytesMax, readJsonLines, type ReadItem, type ReadOptions } from '../index.ts'

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

async function read(
  input: string | readonly Uint8Array[],
  options = none,
): Promise<readonly ReadItem[]> {
  const chunks = typeof input === 'string' ? [Buffer.from(input)] : input
  return Array.fromAsync(
    readJsonLines(Readable.from(chunks, { objectMode: true }), 'docs.jsonl', options),
  )
}

async function readLine(line: unknown, options = none): Promise<ReadItem | undefined> {
  return (await read(typeof line === 'string' ? line : JSON.stringify(line), options))[0]
}

const without = (field: keyof typeof good) =>
  Object.fromEntries(Object.entries(good).filter(([name]) => name !== field))

/** How many of these the garbage collector cannot free. */
async function countUncollected(references: readonly WeakRef<object>[]): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collectGarbage: unknown = runInNewContext('gc')
  if (typeof collectGarbage !== 'function') throw new TypeError('gc is not exposed')
  // A reference keeps its object until the current task ends.
  await setImmediate()
  collectGarbage()
  return references.filter((reference) => reference.deref() !== undefined).length
}

describe('a line', () => {
  test('is read as a document', async () => {
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
        fingerprint: null,
      },
    })
  })
  test('may omit when it was updated', async () => {
    const unknown = { kind: 'document', document: { updatedAt: null } }
    expect(await readLine(without('updated_at'))).toMatchObject(unknown)
    expect(await readLine({ ...good, updated_at: null })).toMatchObject(unknown)
  })
  test('takes source and allowed from the options only if they are absent', async () => {
    const options = { source: 'other', allowed: ['role:Owner'], urlBase: null }
    expect(await readLine(good, options)).toMatchObject({
      document: { source: 'wiki', allowed: ['everyone'] },
    })
    expect(await readLine(without('source'), options)).toMatchObject({
      document: { source: 'other', allowed: ['everyone'] },
    })
    expect(await readLine(without('allowed'), options)).toMatchObject({
      document: { source: 'wiki', allowed: ['role:Owner'] },
    })
    expect(await readLine({ ...good, allowed: [] }, options)).toMatchObject({
      document: { allowed: [] },
    })
  })
  test.each([
    { line: without('source'), reason: 'source: is missing' },
    { line: without('allowed'), reason: 'allowed: is missing' },
    { line: without('body'), reason: 'body: is missing' },
    {
      line: { ...good, body: 7, title: null },
      reason: 'title: must be a text; body: must be a text',
    },
    { line: { ...good, allowed: 'everyone' }, reason: 'allowed: must be a list of texts' },
    { line: { ...good, allowed: ['everyone', 7] }, reason: 'allowed.1: must be a text' },
    {
      line: { ...good, updated_at: '2026-05-01' },
      reason: 'updated_at: must be an ISO 8601 time with an offset, such as 2026-05-01T12:00:00Z',
    },
    {
      line: { ...good, updated_at: '2026-02-30T00:00:00Z' },
      reason: 'updated_at: must be an ISO 8601 time with an offset, such as 2026-05-01T12:00:00Z',
    },
    {
      line: { ...good, body: 'a\0b' },
      reason: 'body: must not contain NUL characters or lone surrogates',
    },
    {
      line: { ...good, external_id: '\ud800' },
      reason: 'external_id: must not contain NUL characters or lone surrogates',
    },
    { line: { ...good, acl: [], 'x\u001b[2J': 1 }, reason: 'unknown field "acl", "x\uFFFD[2J"' },
    {
      line: JSON.stringify(good).replace('{', '{"__proto__": {},'),
      reason: 'unknown field "__proto__"',
    },
    {
      line: JSON.stringify(good).replace('}', ',"allowed":[]}'),
      reason: 'allowed: is there more than once',
    },
    {
      line: JSON.stringify(good).replace('{', '{"\\u0062ody":"\\\\",'),
      reason: 'body: is there more than once',
    },
    { line: [good], reason: 'must be a JSON object' },
    { line: 'null', reason: 'must be a JSON object' },
    { line: '{"body": "secret body", title}', reason: 'not valid JSON at column 25' },
    { line: '['.repeat(1_000_000), reason: 'not valid JSON at column 1000001' },
  ])(
    'that is invalid fails with the fault, and never shows its body (%#)',
    async ({ line, reason }) => {
      expect(await readLine(line)).toMatchObject({
        kind: 'failed',
        position: 'docs.jsonl:1',
        reason,
      })
    },
  )
  test('may have texts that look like a repeated name', async () => {
    const body = '{"body": "\\", "body": 1}, "title"'
    const item = await readLine({ ...good, title: '\\', body, allowed: ['a', 'a', 'title'] })
    expect(item).toMatchObject({ kind: 'document', document: { title: '\\', body } })
  })
  test('with many faults reports five of them', async () => {
    const item = await readLine({ ...good, allowed: Array.from({ length: 100_000 }, () => 7) })
    expect(item).toMatchObject({
      kind: 'failed',
      reason: [0, 1, 2, 3, 4].map((index) => `allowed.${index}: must be a text`).join('; '),
    })
  })
  test('that is longer than 8 MiB fails alone, without being held in memory', async () => {
    const chunkBytes = 1024 * 1024
    const yielded: WeakRef<Uint8Array>[] = []
    const held: number[] = []
    async function* chunks() {
      yield Buffer.from(`${JSON.stringify(good)}\n`)
      for (let count = 1; count <= 60; count += 1) {
        const chunk = Buffer.alloc(chunkBytes, 'x')
        yielded.push(new WeakRef(chunk))
        yield chunk
        if (count % 20 === 0) held.push(await countUncollected(yielded))
      }
      yield Buffer.from(`\n${JSON.stringify(good)}`)
    }
    const items = await Array.fromAsync(readJsonLines(chunks(), 'docs.jsonl', none))
    expect(items.map(({ kind, position }) => [kind, position])).toEqual([
      ['document', 'docs.jsonl:1'],
      ['failed', 'docs.jsonl:2'],
      ['document', 'docs.jsonl:3'],
    ])
    expect(items[1]).toMatchObject({
      reason: 'too long: at most 8 MiB are read of a line',
      bytes: 60 * chunkBytes + 1,
    })
    expect(Math.max(...held)).toBeLessThan(10)
  })
  test('of exactly 8 MiB is read', async () => {
    const line = JSON.stringify({ ...good, body: '' })
    expect(
      await readLine(
        line.replace('"body":""', `"body":"${'x'.repeat(documentBytesMax - line.length)}"`),
      ),
    ).toMatchObject({
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
    const items = await read([
      Buffer.from(`${line}\r\n\n  \t\r\nbad\n`),
      Buffer.from([0xc3, 0x28, 10]),
      Buffer.from(line),
    ])
    expect(items.map(({ kind, position }) => `${kind} ${position}`)).toEqual([
      'document docs.jsonl:1',
      'failed docs.jsonl:4',
      'failed docs.jsonl:5',
      'document docs.jsonl:6',
    ])
    expect(items[2]).toMatchObject({ reason: 'not text in UTF-8: save it as UTF-8' })
  })
  test('may start with a byte order mark', async () => {
    expect(await readLine(`\uFEFF${JSON.stringify(good)}`)).toMatchObject({ kind: 'document' })
  })
  test('that breaks ends with a failure and its position', async () => {
    const items = await Array.fromAsync(readJsonLines(broken(), 'stdin', none))
    expect(items).toHaveLength(2)
    expect(items[1]).toMatchObject({
      kind: 'failed',
      position: 'stdin:2',
      reason: 'reading ended here: the disk cannot read it',
    })
  })
  test('of any bytes, split anywhere, yields exactly one item per line that is not blank', async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc
        .constantFrom(
          '\n',
          '\r\n',
          ' ',
          '\uFEFF',
          '{',
          '"',
          JSON.stringify(good),
          `${JSON.stringify(good)}\n`,
        )
        .map((text) => Buffer.from(text)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (chunks) => {
        const bytes = Buffer.concat(chunks)
        const items = await read(chunks)
        expect(items.map(({ position }) => position)).toEqual(
          linesWithText(bytes).map((number) => `docs.jsonl:${number}`),
        )
        expect(items).toEqual(await read([bytes]))
        expect(items.reduce((sum, item) => sum + item.bytes, 0)).toBeLessThanOrEqual(bytes.length)
      }),
      { numRuns: 300 },
    )
  })
})

/** The numbers of the lines that are not blank, by the simplest method. */
function linesWithText(bytes: Buffer): readonly number[] {
  const lines = bytes
    .toString('latin1')
    .replace(/^\u00EF\u00BB\u00BF/, '')
    .split('\n')
  return lines.flatMap((line, index) => (/[^ \t\r]/.test(line) ? [index + 1] : []))
}

test('may omit the URL', async () => {
  for (const written of [without('url'), { ...good, url: null }]) {
    expect(await readLine(written)).toMatchObject({ kind: 'document', document: { url: null } })
  }
})
