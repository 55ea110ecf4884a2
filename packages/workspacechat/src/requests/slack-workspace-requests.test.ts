import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { workspaceChatDouble } from '@ken/testing'
import { outboundGuard, systemTiming } from '@ken/outbound'
import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { WorkspaceChatBot, WorkspaceRequest, WorkspaceRequestContent } from '@ken/core/ports'
import { slackWorkspaceRequests } from './slack-workspace-requests.ts'
import { signedText } from './signed-text.ts'

const secret = '8f742231b10e8888abcd99yyyzzz85a5'
const now = new Date('2030-01-01T00:00:00Z')
const seconds = now.getTime() / 1_000
const sign = (body: string, timestamp: number | string = seconds, key = secret) =>
  `v0=${createHmac('sha256', key).update(`v0:${timestamp}:${body}`).digest('hex')}`
const requestOf = (
  body: string,
  timestamp: number | string = seconds,
  signature = sign(body, timestamp),
): WorkspaceRequest => ({ signature, timestamp: String(timestamp), body: Buffer.from(body) })
const bot: WorkspaceChatBot = {
  source: 'workspace_chat',
  botToken: 'xoxb-',
  appToken: null,
  signingSecret: secret,
  botId: 'T1:U1',
  workspaceId: 'T1',
  appId: 'A1',
  hasAiFeatures: false,
}
const log = { info: () => {}, warn: () => {}, error: () => {} }
const requests = slackWorkspaceRequests(
  {
    apiUrl: new URL('https://slack.test/api/'),
    guard: outboundGuard({ allowLoopback: false }),
    timing: systemTiming,
  },
  { log },
)
const read = (request: WorkspaceRequest, signingSecret: string | null = secret) =>
  requests.readEvent({ ...bot, signingSecret }, request, now)

const event = JSON.stringify({
  type: 'event_callback',
  api_app_id: 'A1',
  team_id: 'T1',
  event: {
    type: 'message',
    channel_type: 'im',
    channel: 'D1',
    user: 'U2',
    ts: '1893456000.000100',
    text: 'ä 😀',
  },
})
const challenge = JSON.stringify({ type: 'url_verification', challenge: 'a-challenge' })
const unsigned = { kind: 'unsigned' }
const nothing = { kind: 'event', received: null, opened: null, mayBeRevoked: false }

describe('R228 slackWorkspaceRequests', () => {
  it('reads an event, and a challenge', () => {
    expect(read(requestOf(event))).toMatchObject({
      kind: 'event',
      received: {
        ok: true,
        value: {
          postId: 'workspace_chat:T1:D1:1893456000.000100',
          authorId: 'T1:U2',
          text: 'ä 😀',
        },
      },
    })
    expect(read(requestOf(challenge))).toEqual({ kind: 'challenge', challenge: 'a-challenge' })
  })

  it('reads that the bot may have no access any more', () => {
    const eventOf = (fields: object) =>
      read(requestOf(JSON.stringify({ type: 'event_callback', team_id: 'T1', ...fields })))
    const uninstalled = { api_app_id: 'A1', event: { type: 'app_uninstalled' } }
    const revoked = { api_app_id: 'A1', event: { type: 'tokens_revoked', tokens: { bot: ['U1'] } } }
    for (const fields of [uninstalled, revoked]) {
      expect(eventOf(fields)).toEqual({ ...nothing, mayBeRevoked: true })
      expect(eventOf({ ...fields, api_app_id: 'A2' })).toEqual(nothing)
      expect(eventOf({ ...fields, team_id: 'T2' })).toEqual(nothing)
    }
    expect(read(requestOf(event))).toMatchObject({ mayBeRevoked: false })
  })

  it('verifies the example of the documentation', () => {
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'
    const signature = 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503'
    const request = { signature, timestamp: '1531420618', body: Buffer.from(body) }
    const at = new Date(1_531_420_618_000)
    expect(signedText(secret, request, at)).toBe(body)
    const forged = { ...request, body: Buffer.from(`${body}&`) }
    expect(signedText(secret, forged, at)).toBeNull()
  })

  it.for([-300, -1, 0, 299, 300])('accepts a time of %d seconds from now', (difference) => {
    expect(read(requestOf(event, seconds + difference))).toMatchObject({ kind: 'event' })
  })

  const right = sign(event)
  const forgeries: readonly (readonly [string, Partial<WorkspaceRequest>])[] = [
    ['without signature', { signature: null }],
    ['with an empty signature', { signature: '' }],
    ['without time', { timestamp: null }],
    ['with an empty time', { timestamp: '' }],
    ['of another secret', { signature: sign(event, seconds, 'another') }],
    ['of another version', { signature: right.replace('v0', 'v1') }],
    ['without version', { signature: right.slice(3) }],
    ['in upper case', { signature: `v0=${right.slice(3).toUpperCase()}` }],
    ['that is cut', { signature: right.slice(0, -1) }],
    ['that is longer', { signature: `${right}0` }],
    ['with a space', { signature: `${right} ` }],
    ['with two signatures', { signature: `${right}, ${right}` }],
    ['of another body', { signature: sign('{}') }],
    ['of another time', { timestamp: String(seconds + 1) }],
    ['of the future', requestOf(event, seconds + 301)],
    ['of the past', requestOf(event, seconds - 301)],
    ['with a time of another form', requestOf(event, `${seconds}.0`)],
    ['with a signed time', requestOf(event, `+${seconds}`)],
    ['with a time in hexadecimal', requestOf(event, `0x${seconds.toString(16)}`)],
    ['with no number as time', requestOf(event, 'NaN')],
    ['with another body', { body: Buffer.from(`${event} `) }],
    ['with the same text in other bytes', { body: Buffer.from(event, 'utf16le') }],
    ['with no body', { body: new Uint8Array() }],
  ]
  it.for(forgeries)('refuses a request %s', ([, change]) => {
    expect(read({ ...requestOf(event), ...change })).toEqual(unsigned)
    expect(read({ ...requestOf(challenge), ...change })).toEqual(unsigned)
  })

  it('needs no body to refuse headers of another form, or a time that is too far away', () => {
    const { signature, timestamp } = requestOf(event)
    expect(requests.maySign({ signature, timestamp }, now)).toBe(true)
    expect(requests.maySign({ signature: sign('other'), timestamp }, now)).toBe(true)
    for (const [name, change] of forgeries) {
      if (change.body !== undefined && change.timestamp === undefined) continue
      if (/another (secret|body|time$)|of another time$/.test(name)) continue
      const proof = { signature, timestamp, ...change }
      expect([name, requests.maySign(proof, now)]).toEqual([name, false])
    }
  })

  it('refuses everything without a secret', () => {
    const empty = { ...requestOf(event), signature: sign(event, seconds, '') }
    expect(read(empty, '')).toEqual(unsigned)
    expect(read(empty, null)).toEqual(unsigned)
  })

  it('refuses every changed byte', () => {
    const { length } = Buffer.from(event)
    fc.assert(
      fc.property(fc.nat(length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const body = Buffer.from(event)
        body[at] = (body[at] ?? 0) ^ change
        expect(read({ ...requestOf(event), body })).toEqual(unsigned)
      }),
      { numRuns: 1_000 },
    )
  })

  it.for([
    '',
    '{',
    'null',
    '[]',
    '7',
    '{}',
    '{"type":7}',
    challenge.replace('a-', '<b>'),
    '\u0000',
  ])('counts a signed %j as malformed', (body) => {
    const dropped = { ok: false, error: { reason: 'malformed', post: null } }
    expect(read(requestOf(body))).toEqual({ ...nothing, received: dropped })
  })

  it('tells what is no message, what a person opened, and that the platform withholds events of this app', () => {
    const other = JSON.stringify({ type: 'event_callback', event: { type: 'tokens_revoked' } })
    expect(read(requestOf(other))).toEqual(nothing)
    const openedOf = (api_app_id: string) =>
      read(
        requestOf(
          JSON.stringify({
            type: 'event_callback',
            api_app_id,
            team_id: 'T1',
            event: { type: 'app_home_opened', user: 'U2', channel: 'D1', tab: 'home' },
          }),
        ),
      )
    const opened = { place: 'home', authorId: 'T1:U2', channelId: 'T1:D1' }
    expect(openedOf('A1')).toEqual({ ...nothing, opened })
    expect(openedOf('A2')).toEqual(nothing)
    const limited = (api_app_id: string) =>
      read(requestOf(JSON.stringify({ type: 'app_rate_limited', api_app_id })))
    expect(limited('A1')).toEqual({ kind: 'limited' })
    expect(limited('A2')).toMatchObject({ kind: 'event', received: { ok: false } })
  })
})

it('R228 reads what the platform sends, byte by byte', async () => {
  const double = await workspaceChatDouble()
  onTestFinished(() => double.close())
  const seen: WorkspaceRequestContent[] = []
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { 'x-slack-signature': signature, 'x-slack-request-timestamp': timestamp } =
      request.headers
    const body = Buffer.concat((await request.toArray()) as Buffer[]) // No encoding is set.
    const given = { signature: String(signature), timestamp: String(timestamp), body }
    const { world } = double
    const addressed = {
      ...bot,
      signingSecret: world.signingSecret,
      appId: world.appId,
      workspaceId: world.teamId,
    }
    const signed = requests.readEvent(addressed, given, new Date())
    seen.push(signed)
    response.writeHead(signed.kind === 'unsigned' ? 401 : 200)
    response.end(signed.kind === 'challenge' ? signed.challenge : undefined)
  }
  const server = createServer((request, response) => void respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/` // A server that listens has one.
  expect(await double.subscribe({ events: url, commands: url })).toBe('a-challenge')
  double.say(double.addPerson('ana'), 'Wo ist der Drucker für Ä4?')
  await expect.poll(() => seen.length).toBe(2)
  expect(seen[1]).toMatchObject({ received: { value: { text: 'Wo ist der Drucker für Ä4?' } } })
})
