import { expect, it, vi } from 'vitest'
import type { Session, SessionState } from '../../session/session.ts'
import { sendBatch } from './send-batch.ts'

type User = Extract<SessionState, { kind: 'signed_in' }>['user']
const signedIn = (id: string): SessionState => ({ kind: 'signed_in', user: { id } as User })
const batch = [{ path: 'a.md', file: new File(['x'], 'a.md') }]
const shared = {
  options: { source: 'wiki', allowed: ['everyone'], urlBase: '' },
  importId: 'import',
  person: 'ada',
}

/** Sends a batch of Ada, who is in this state once the files are read. */
function sendWhile(after: SessionState) {
  const request = vi.fn<() => Promise<object>>(async () => ({
    files: [{ path: 'a.md', verdict: 'created', reason: null }],
  }))
  let state = signedIn('ada')
  const client = { request }
  const session = { state: () => state, client } as unknown as Session // Only what is called.
  const sent = sendBatch(session, batch, shared, async () => 'eA==')
  state = after
  return { sent, request }
}

it('sends a batch as the person who started the upload', async () => {
  const { sent, request } = sendWhile(signedIn('ada'))
  expect(await sent).toEqual([{ path: 'a.md', verdict: 'created', reason: null }])
  expect(request).toHaveBeenCalledOnce()
})

it.each<SessionState>([signedIn('eve'), { kind: 'signed_out', reason: 'signed_out' }])(
  'sends nothing as someone else: %j',
  async (after) => {
    const { sent, request } = sendWhile(after)
    await expect(sent).rejects.toThrow('is gone')
    expect(request).not.toHaveBeenCalled()
  },
)
