import { createTeamsAdapter } from '@chat-adapter/teams'
import { createSurfaceClient } from '@ken/client/surface'
import { answerModelDouble } from '@ken/testing'
import type { Adapter } from 'chat'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { surfaceOf } from '../../docs/examples/chat-sdk-surface/surface.ts'
import { importDocuments } from '../console/support/console-world.ts'
import { distributedWorld } from '../support/distributed.ts'
import { kenJsonHere, startKenHere } from '../support/ken-here.ts'
import type { Server } from '../support/ken-program.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { signIn, type Console } from '../support/session.ts'

const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())
let server: Server
let session: Console
let serviceKey: string

beforeAll(async () => {
  const model = started.adopt(await answerModelDouble(), ({ close }) => close())
  model.behave({ says: 'Book trains early [1].' })
  const world = started.use(await distributedWorld())
  await addMemberWithPassword(world)
  await importDocuments(world, [
    { title: 'Travel', body: 'Book trains early.' },
    { title: 'Travel of the board', body: 'Flights.', allowed: ['role:Owner'] },
  ])
  const env = { ...world.env, KEN_MODEL_URL: model.url, KEN_MODEL: 'words' }
  server = started.use(await startKenHere(['http'], { ...world, env }))
  session = await signIn(server, member)
  const create = ['keys', 'create-service', '--source', 'bot_gateway', '--name', 'teams']
  serviceKey = (await kenJsonHere<{ key: string }>(create, world)).key
})

const tokenPart = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Microsoft's service for bots, which posts messages of people, and what a bot posts there. */
async function botService() {
  const posted: string[] = []
  const service = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const { type, text = '' } = JSON.parse(body || '{}') as { type?: string; text?: string }
      if (type === 'message') posted.push(text)
      response.setHeader('content-type', 'application/json').end('{"id":"1"}')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => service.once('listening', resolve))
  started.defer(() => void service.close())
  const serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const adapter = createTeamsAdapter({
    appId: 'an-app',
    apiUrl: serviceUrl,
    token: () => `${tokenPart({ alg: 'none' })}.${tokenPart({ exp: 4e9 })}.x`,
    webhookVerifier: () => ({}),
  }) as Adapter // Undefined for what is optional.
  const { webhooks } = surfaceOf(createSurfaceClient({ baseUrl: server.url, serviceKey }), {
    teams: adapter,
  })
  let count = 0
  /** Posts a message of a person to the bot, and returns what the bot then posts. */
  const say = async (person: string, text: string, isDirect = true): Promise<string | null> => {
    const before = posted.length
    count += 1
    const activity = {
      type: 'message',
      id: String(count),
      serviceUrl,
      channelId: 'msteams',
      from: { id: `29:${person}`, name: person },
      conversation: {
        id: isDirect ? `a:${person}` : '19:channel@thread.tacv2',
        conversationType: isDirect ? 'personal' : 'channel',
      },
      recipient: { id: '28:an-app', name: 'ken' },
      text,
    }
    const work: Promise<unknown>[] = []
    const headers = { 'content-type': 'application/json', authorization: 'Bearer x' }
    const request = { method: 'POST', headers, body: JSON.stringify(activity) }
    await webhooks.teams(new Request('https://bot.test/api/webhooks/teams', request), {
      waitUntil: (task) => void work.push(task),
    })
    await Promise.all(work)
    return posted[before] ?? null
  }
  return { say }
}

it('R65 the surface on the Chat SDK answers in Microsoft Teams with the permissions of the linked person', async () => {
  const { say } = await botService()
  const stranger = 'I do not know you. Create a link code in Ken and send me: link <code>'
  expect(await say('ana', 'When to book trains?')).toContain(stranger.slice(0, 70))
  expect(await say('ana', 'link AAAA-0000')).toContain('I do not know you.')
  const { code } = (await (await session.post('/api/v1/me/link-codes', {})).json()) as {
    code: string
  }
  expect(await say('ana', `link ${code}`)).toBe('You are m***@example.com now. Ask me anything.')
  const answer = await say('ana', 'When to book trains?')
  expect(answer).toContain('Book trains early [1].')
  expect(answer).toContain('https://wiki.example.com/0')
  expect(answer).not.toContain('board')
  expect(await say('ben', 'When to book trains?')).toContain('I do not know you.')
  expect(await say('ana', 'When to book trains?', false)).toBeNull()
})
