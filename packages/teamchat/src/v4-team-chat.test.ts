import { recordingLog, testClock } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { openChatForTest } from './testing/chat-world.ts'
import { v4TeamChat } from './v4-team-chat.ts'

it.for([
  { allowLoopback: true, verdict: { ok: true } },
  { allowLoopback: false, verdict: { ok: false, error: 'address_forbidden' } },
] as const)(
  'R73 connects to a server on this machine only when allowed: $allowLoopback',
  async ({ allowLoopback, verdict }) => {
    const { server } = await openChatForTest()
    const { probe } = v4TeamChat({ clock: testClock(), log: recordingLog(), allowLoopback })
    expect(await probe.probe(server)).toMatchObject(verdict)
  },
)
