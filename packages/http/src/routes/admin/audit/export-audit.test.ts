import { AccessEnded, ok, Unavailable } from '@ken/core'
import { anAuditEntry } from '@ken/core/testing'
import { setImmediate } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { enrolledIn } from '../../../testing/browser.ts'
import { serve } from '../../../testing/served.ts'

const path = '/api/v1/admin/audit/export'

/** A served log with this many entries. `failing` is thrown by the second read of entries. */
async function openExport(entries: number, failing: Error | null = null, target = 'group:it') {
  const served = await serve()
  const { browser } = await enrolledIn(served, { role: 'Admin' })
  const { transact, log } = served.ports
  await transact(async ({ audit }) => {
    for (let entry = 0; entry < entries; entry += 1) await audit.append(anAuditEntry({ target }))
    return ok(null)
  })
  const earlier = log.lines.length
  let reads = 0
  const counted: typeof transact = (work) =>
    transact((stores) => {
      const { audit } = stores
      const list: typeof audit.list = async (...request) => {
        reads += 1
        if (failing !== null && reads === 2) throw failing
        return audit.list(...request)
      }
      return work({ ...stores, audit: { ...audit, list } })
    })
  Object.assign(served.ken.ports, { transact: counted })
  const headers = { authorization: `Bearer ${browser.token}` }
  return {
    reads: () => reads,
    lines: () =>
      log.lines.slice(earlier).map(({ event, fields }) => [event, fields['status'] ?? null]),
    /** Downloads over the socket, or from the app alone. */
    download: (signal: AbortSignal | null = null) => fetch(served.url + path, { headers, signal }),
    downloadFromApp: async () => served.app.request(path, { headers }),
  }
}

it('reads the log as it is downloaded, and stops when the download ends early', async () => {
  const { reads, lines, downloadFromApp } = await openExport(8_000)
  const reader = (await downloadFromApp()).body!.getReader()
  await reader.read()
  await idle()
  const readAhead = reads()
  expect(readAhead).toBeGreaterThan(0)
  expect(readAhead).toBeLessThan(4)
  await reader.cancel()
  await idle()
  expect(reads()).toBe(readAhead)
  expect(lines()).toEqual([['http.request', 503]])
})

it('stops reading when the client disconnects', async () => {
  // More than sockets buffer.
  const { reads, lines, download } = await openExport(8_000, null, 'x'.repeat(4_000))
  const leaving = new AbortController()
  await (await download(leaving.signal)).body!.getReader().read()
  leaving.abort()
  await vi.waitFor(() => expect(lines()).toEqual([['http.request', 503]]), 10_000)
  expect(reads()).toBeLessThan(8)
})

it.each([
  ['http.unavailable', 503, new Unavailable('database', 'The database cannot be reached.')],
  ['http.failed', 500, new Error('a fault')],
  ['audit.export_ended', 403, new AccessEnded('The person was demoted.')],
])('breaks the download off and logs %s once', async (event, status, error) => {
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => printed.mockRestore())
  const { lines, download } = await openExport(1_500, error)
  const response = await download()
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('terminated')
  expect(lines()).toEqual([
    [event, null],
    ['http.request', status],
  ])
  expect(printed).not.toHaveBeenCalled()
})

it('writes the line of the request once all entries are read', async () => {
  const { lines, download } = await openExport(1_500)
  expect((await (await download()).text()).split('\n').length).toBeGreaterThan(1_500)
  expect(lines()).toEqual([['http.request', 200]])
})

/** Leaves time for everything that does not wait for the reader. */
async function idle(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await setImmediate()
}
