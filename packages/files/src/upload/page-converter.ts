import type { ConvertedFile } from '@ken/core/ports'
import { setImmediate } from 'node:timers/promises'
import { createContext, Script } from 'node:vm'
import { convertTextPage, isTextPage, type Page, type TextPage } from '../read/page.ts'
import type { ReadItem } from '../read/read-item.ts'
import { threadFileConverter, type ThreadFileConverter } from './thread-file-converter.ts'

/** What a page became. */
export type ConvertedPage = Pick<Page, 'bytes' | 'position'> &
  (
    | Extract<ConvertedFile, { readonly kind: 'document' }>
    | Pick<Extract<ReadItem, { readonly reason: string }>, 'kind' | 'reason'>
  )

/** Converts the pages of an import. */
export type PageConverter = {
  /** One outcome per page, in their order. No page takes longer than `threadFileConverter` allows. */
  convert(pages: readonly Page[]): AsyncGenerator<ConvertedPage, void>
  /** Ends its thread. Idempotent. */
  close(): Promise<void>
}

export type PageConverterOptions = {
  readonly thread?: Pick<ThreadFileConverter, 'close' | 'convertPage'>
  readonly convertHere?: (page: TextPage) => ConvertedPage
  /** How long a group of pages may take before the thread converts them. */
  readonly groupMs?: number
}

/** The thread converts a larger page: some need ten seconds per megabyte. */
const pageBytesMax = 256 * 1024
/** For a group of this size the limit on time costs a fiftieth of the conversion; for each page it would cost half. */
const groupBytesMax = 64 * 1024
/** A group takes 30 ms. This is the time of the clock, and other programs may take most of it. */
const groupMsDefault = 5_000

/**
 * Converts small pages in its own thread of execution, in groups with a limit on time, because the way to another thread
 * would take longer than that. Another thread converts the rest: large pages, emails, documents of Word and PDFs, a page that
 * exceeded the limit, and all after it. So every page becomes the same document or is refused, however busy the machine is.
 */
export function pageConverter({
  thread = threadFileConverter(),
  convertHere = convertTextPage,
  groupMs = groupMsDefault,
}: PageConverterOptions = {}): PageConverter {
  /** The interrupted code may have left its regular expressions and caches half-way, so it never runs here again. */
  let wasInterrupted = false

  function convertGroup(pages: readonly Page[]): readonly ConvertedPage[] {
    const outcomes: ConvertedPage[] = []
    const group = wasInterrupted ? [] : groupOf(pages)
    if (group.length === 0) return []
    const convertAll = () => {
      for (const page of group) outcomes.push(convertHere(page))
    }
    wasInterrupted = !endsWithin(groupMs, convertAll)
    return outcomes
  }

  return {
    async *convert(pages) {
      for (let at = 0; at < pages.length;) {
        const outcomes = convertGroup(pages.slice(at))
        at += outcomes.length
        for (const outcome of outcomes) {
          // Ctrl-C and the progress get a turn between two pages.
          await setImmediate()
          yield outcome
        }
        const page = pages[at]
        if (page === undefined || outcomes.length > 0) continue
        yield await convertInThread(thread, page)
        at += 1
      }
    },
    close: () => thread.close(),
  }
}

/** The first pages that are converted here together; none if the thread converts the first one. */
function groupOf(pages: readonly Page[]): readonly TextPage[] {
  const group: TextPage[] = []
  let bytes = 0
  for (const page of pages) {
    bytes += page.bytes
    const isFull = group.length > 0 && bytes > groupBytesMax
    if (isFull || page.bytes > pageBytesMax || !isTextPage(page)) break
    group.push(page)
  }
  return group
}

const context: { work: () => void } = { work: () => {} }
const sandbox = createContext(context)
const runWork = new Script('work()')

/** Whether work ended within a time. If not, it was interrupted, as nothing but `node:vm` can do with code that never waits. */
function endsWithin(timeoutMs: number, work: () => void): boolean {
  context.work = work
  try {
    runWork.runInContext(sandbox, { timeout: timeoutMs })
    return true
  } catch (error) {
    if (isTimeout(error)) return false
    throw error
  } finally {
    context.work = () => {}
  }
}

/** The error is one of the context, which has its own `Error`. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'

async function convertInThread(
  thread: NonNullable<PageConverterOptions['thread']>,
  page: Page,
): Promise<ConvertedPage> {
  const { position, bytes } = page
  const outcome = await thread.convertPage(page)
  if (outcome.kind === 'document') return { position, bytes, ...outcome }
  const kind = outcome.kind === 'skipped' ? 'skipped' : 'failed'
  return { position, bytes, kind, reason: outcome.detail }
}
