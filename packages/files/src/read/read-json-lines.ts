import { repeatedName, syntaxFaultAt } from '@ken/json'
import { z } from 'zod'
import { faultOf } from './read-fault.ts'
import {
  documentBytesMax,
  type ReadDocument,
  type ReadItem,
  type ReadOptions,
} from './read-item.ts'
import { shownPath } from '../convert/readable-text.ts'
import { splitLines } from './split-lines.ts'

const expecting =
  (what: string): z.core.$ZodErrorMap =>
  (issue) =>
    issue.input === undefined ? 'is missing' : `must be ${what}`

const text = z
  .string({ error: expecting('a text') })
  .refine(
    (value) => value.isWellFormed() && !value.includes('\0'),
    'must not contain NUL characters or lone surrogates',
  )

const documentLine = z.strictObject(
  {
    source: text.optional(),
    external_id: text,
    title: text,
    url: text.nullish(),
    body: text,
    allowed: z.array(text, { error: expecting('a list of texts') }).optional(),
    updated_at: z.iso
      .datetime({
        offset: true,
        error: 'must be an ISO 8601 time with an offset, such as 2026-05-01T12:00:00Z',
      })
      .nullish(),
  },
  { error: expecting('a JSON object') },
)

/**
 * Reads documents from a stream of JSON, one object per line: `{source, external_id, title, url, body,
 * allowed, updated_at}`. Yields exactly one item per line that is not blank. An invalid line is `failed` with the field and
 * what is expected, without quoting its content. Never throws.
 */
export async function* readJsonLines(
  stream: AsyncIterable<Uint8Array | string>,
  name: string,
  options: ReadOptions,
): AsyncGenerator<ReadItem> {
  let number = 0
  let blankBytes = 0
  try {
    for await (const line of splitLines(stream, documentBytesMax)) {
      number = line.number
      const outcome =
        line.bytes === null ? tooLong : readLine(line.bytes, line.number === 1, options)
      if (outcome === null) {
        blankBytes += line.length
        continue
      }
      yield { position: `${name}:${number}`, bytes: blankBytes + line.length, ...outcome }
      blankBytes = 0
    }
  } catch (error) {
    yield {
      kind: 'failed',
      position: `${name}:${number + 1}`,
      bytes: 0,
      reason: `reading ended here: ${faultOf(error)}`,
    }
  }
}

type Outcome =
  | { readonly kind: 'document'; readonly document: ReadDocument }
  | { readonly kind: 'failed'; readonly reason: string }

const failed = (reason: string): Outcome => ({ kind: 'failed', reason })
const tooLong = failed(`too long: at most ${documentBytesMax / 1024 / 1024} MiB are read of a line`)

// Only the first line may have a byte order mark.
const firstLine = new TextDecoder('utf-8', { fatal: true })
const furtherLine = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readLine(bytes: Uint8Array, isFirst: boolean, options: ReadOptions): Outcome | null {
  let line: string
  try {
    line = (isFirst ? firstLine : furtherLine).decode(bytes)
  } catch {
    return failed('not text in UTF-8: save it as UTF-8')
  }
  if (/^[ \t\r]*$/.test(line)) return null
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return failed(`not valid JSON at column ${(syntaxFaultAt(line) ?? 0) + 1}`)
  }
  const parsed = documentLine.safeParse(value)
  if (!parsed.success)
    return failed(parsed.error.issues.slice(0, faultsMax).map(describe).join('; '))
  const repeated = repeatedName(line)
  if (repeated !== null) return failed(`${repeated}: is there more than once`)
  const {
    source = options.source,
    allowed = options.allowed,
    url = null,
    updated_at,
    external_id,
    ...same
  } = parsed.data
  if (source === null) return failed('source: is missing')
  if (allowed === null) return failed('allowed: is missing')
  const updatedAt = typeof updated_at === 'string' ? new Date(updated_at) : null
  return {
    kind: 'document',
    document: {
      ...same,
      url,
      source,
      externalId: external_id,
      allowed,
      updatedAt,
      fingerprint: null,
    },
  }
}

/** Further faults would only repeat these. */
const faultsMax = 5

function describe(issue: z.core.$ZodIssue): string {
  const field = issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
  if (issue.code !== 'unrecognized_keys') return field + issue.message
  const names = issue.keys.slice(0, 3).map((key) => JSON.stringify(shownPath(key.slice(0, 40))))
  return `unknown field ${names.join(', ')}${issue.keys.length > names.length ? ' and more' : ''}`
}
