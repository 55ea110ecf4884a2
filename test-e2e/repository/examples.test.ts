import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { distributedWorld } from '../support/distributed.ts'
import { ken, kenJson, startKen } from '../support/ken-program.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { signIn } from '../support/session.ts'

const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())

const example = fileURLToPath(new URL('../../docs/examples/chat-surface.js', import.meta.url))

/** What the example answers to these messages, line by line. */
async function conversation(
  env: Record<string, string>,
  messages: readonly string[],
): Promise<readonly string[]> {
  const running = promisify(execFile)(process.execPath, [example], { env, timeout: 20_000 })
  running.child.stdin?.end(messages.join('\n'))
  return (await running).stdout.trim().split('\n')
}

it('R65 the example of a surface links a sender, applies the permissions of that person, and tells unlinked senders nothing', async () => {
  const world = started.use(await distributedWorld())
  await addMemberWithPassword(world)
  const documents = [
    {
      external_id: 'open',
      source: 'wiki',
      title: 'Travel',
      body: 'Book trains early.',
      allowed: ['everyone'],
    },
    {
      external_id: 'board',
      source: 'wiki',
      title: 'Travel of the board',
      body: 'Flights.',
      allowed: ['role:Owner'],
    },
  ].map((line) => JSON.stringify({ url: `https://wiki.example.com/${line.external_id}`, ...line }))
  writeFileSync(join(world.cwd, 'wiki.jsonl'), documents.join('\n'))
  expect((await ken(['import', 'wiki.jsonl'], world)).code).toBe(0)
  const { key, id } = await kenJson<{ id: string; key: string }>(
    ['keys', 'create-service', '--source', 'bot_messenger', '--name', 'chat'],
    world,
  )
  const { url } = started.use(await startKen(['http'], world))
  const session = await signIn({ url }, member)
  const { code } = (await (await session.post('/api/v1/me/link-codes', {})).json()) as {
    code: string
  }

  const env = { KEN_URL: url, KEN_SERVICE_KEY: key }
  const stranger = 'I do not know you. Create a link code in Ken and send me: link <code>'
  expect(
    await conversation(env, [
      'U1: travel',
      'U1: link AAAA-0000',
      `U1: link ${code}`,
      'U1: who am I',
      'U1: travel',
    ]),
  ).toEqual([
    `to U1: ${stranger}`,
    `to U1: ${stranger}`,
    'to U1: You are m***@example.com now. Ask me anything.',
    'to U1: You are m***@example.com.',
    'to U1: Travel https://wiki.example.com/open',
  ])
  expect(
    await conversation(env, ['U1: zeppelin', 'U2: who am I', 'U2: travel', `U2: link ${code}`]),
  ).toEqual(['to U1: I found nothing.', ...Array<string>(3).fill(`to U2: ${stranger}`)])
  const away = 'to U1: I cannot reach Ken. Please ask again later.'
  expect(
    await conversation({ ...env, KEN_URL: 'http://127.0.0.1:1' }, ['U1: travel', 'U1: who am I']),
  ).toEqual([away, away])
  expect((await ken(['keys', 'revoke', id], world)).code).toBe(0)
  expect(await conversation(env, ['U1: travel'])).toEqual([
    'to U1: Something went wrong. My operator has been notified.',
  ])
})
