import { createHmac } from 'node:crypto'
import type { WorkspaceRequest } from '@ken/core/ports'
import { describe, expect, it } from 'vitest'
import { openWorkspaceForTest } from '../testing/workspace-world.ts'
import { slackWorkspaceRequests } from './slack-workspace-requests.ts'

const secret = '8f742231b10e8888abcd99yyyzzz85a5'
const now = new Date('2030-01-01T00:00:00Z')
const timestamp = String(now.getTime() / 1_000)

/** A bot that gets commands in requests, and the platform that is asked for direct channels. */
async function open() {
  const workspace = await openWorkspaceForTest()
  const { double, transport, ana } = workspace
  const bot = { ...workspace.bot, appToken: null, signingSecret: secret }
  const lines: object[] = []
  const log = {
    info: () => {},
    warn: (event: string, fields?: object) => void lines.push({ event, ...fields }),
    error: () => {},
  }
  const requests = slackWorkspaceRequests(transport, { log })
  const requestOf = (fields: { readonly [name: string]: string } = {}): WorkspaceRequest => {
    const body = new URLSearchParams({
      team_id: bot.workspaceId,
      channel_id: 'C0ANY',
      user_id: ana.id,
      command: '/ken',
      text: 'Wo ist der Drucker für Ä4? 100 % & mehr',
      api_app_id: bot.appId,
      is_enterprise_install: 'false',
      is_ext_shared_channel: 'false',
      response_url: 'https://hooks.slack.com/commands/1',
      trigger_id: '13345224609.738474920.8088930838d88f008e0',
      ...fields,
    }).toString()
    const hmac = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`)
    return { signature: `v0=${hmac.digest('hex')}`, timestamp, body: Buffer.from(body) }
  }
  return {
    ...workspace,
    bot,
    lines,
    requestOf,
    read: (request: WorkspaceRequest) => requests.readCommand(bot, request, now),
    callsOf: (method: string) => double.calls.filter((call) => call.method === method),
  }
}

describe('readCommand of Slack', () => {
  it('R228 reads a signed command, and finds the direct channel of the asker', async () => {
    const { read, requestOf, bot, ana, double, callsOf } = await open()
    expect(await read(requestOf())).toMatchObject({
      kind: 'command',
      reply: { response_type: 'ephemeral', text: 'I answer you in our direct messages.' },
      received: {
        ok: true,
        value: {
          authorId: `${bot.workspaceId}:${ana.id}`,
          channelId: `${bot.workspaceId}:${double.channelOf(ana)}`,
          text: 'Wo ist der Drucker für Ä4? 100 % & mehr',
          isCommand: true,
          postedAt: now,
        },
      },
    })
    await read(requestOf())
    expect(callsOf('conversations.open')).toHaveLength(1)
  })

  it('R228 asks the platform nothing before the signature is verified', async () => {
    const { read, requestOf, double } = await open()
    const calls = double.calls.length
    const request = requestOf()
    for (const change of [
      { signature: null },
      { timestamp: String(Number(timestamp) + 1) },
      { body: Buffer.from(`${Buffer.from(request.body).toString()}&text=other`) },
    ])
      expect(await read({ ...request, ...change })).toEqual({ kind: 'unsigned' })
    expect(double.calls).toHaveLength(calls)
  })

  it('drops what a signed command does not prove, and says nothing', async () => {
    const { read, requestOf, callsOf } = await open()
    for (const [fields, reason] of [
      [{ team_id: 'T0OTHER' }, 'external'],
      [{ api_app_id: 'A0OTHER' }, 'external'],
      [{ is_ext_shared_channel: 'true' }, 'external'],
      [{ trigger_id: 'x' }, 'malformed'],
    ] as const)
      expect(await read(requestOf(fields))).toMatchObject({
        kind: 'command',
        received: { ok: false, error: { reason } },
        reply: null,
      })
    expect(await read(requestOf({ text: ' ' }))).toMatchObject({
      received: null,
      reply: { text: expect.stringContaining('/ken How much leave') },
    })
    expect(callsOf('conversations.open')).toEqual([])
    expect(callsOf('commands.respond')).toEqual([])
  })

  it('throws if the platform does not say where to answer, and logs why', async () => {
    const { read, requestOf, double, lines } = await open()
    double.world.scopes.delete('im:write')
    await expect(read(requestOf())).rejects.toMatchObject({ fault: 'scope_missing' })
    expect(lines).toEqual([{ event: 'workspace_chat.command_failed', reason: 'scope_missing' }])
    double.world.scopes.add('im:write')
    expect(await read(requestOf())).toMatchObject({ received: { ok: true } })
  })
})
