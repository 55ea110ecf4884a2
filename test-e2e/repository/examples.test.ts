import { answerModelDouble, type AnswerModelDouble } from '@ken/testing'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { importDocuments } from '../console/support/console-world.ts'
import { seenIn, everything, startPortal } from '../packages/portal.ts'
import { distributedWorld, type World } from '../support/distributed.ts'
import { kenHere, kenJsonHere, startKenHere } from '../support/ken-here.ts'
import type { Environment, Server } from '../support/ken-program.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { requiredProgram } from '../support/required-program.ts'
import { signIn, type Console } from '../support/session.ts'
import { search } from '../support/surface.ts'
import { folder, json, languages, runProgram, scriptedServer } from './example-programs.ts'

const longText = 'Book trains early. 🚂\n'.repeat(5_000)
const documents = [
  { title: 'Travel', body: longText },
  { title: 'Travel of the board', body: 'Flights.', allowed: ['role:Owner'] },
  { title: 'Rotate an API key', body: 'Create a new key, then revoke the old one.' },
]

const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())
let world: World
let model: AnswerModelDouble
let server: Server
let session: Console
let key: string

beforeAll(async () => {
  model = started.adopt(await answerModelDouble(), ({ close }) => close())
  world = started.use(await distributedWorld())
  await addMemberWithPassword(world)
  await importDocuments(world, documents)
  const env = { ...world.env, KEN_MODEL_URL: model.url, KEN_MODEL: 'words' }
  server = started.use(await startKenHere(['http'], { ...world, env }))
  session = await signIn(server, member)
  key = (await world.createKey(member.email)).key
})

const refusal = (status: number, code: string, headers = {}) =>
  json(status, { status, code, title: code, detail: 'Try later.', request_id: 'an-id' }, headers)
const redirect = (response: ServerResponse) =>
  void response.writeHead(302, { location: server.url }).end()

const withKey = (url = server.url) => ({ KEN_URL: url, KEN_API_KEY: key })
const page = (text: string, version: string, next_offset: number | null) =>
  json(200, { text, version, next_offset })
const newCode = async () =>
  ((await (await session.post('/api/v1/me/link-codes', {})).json()) as { code: string }).code

describe.for(languages)('in $language', ({ program, files }) => {
  const run = (name: keyof typeof files, args: readonly string[], env: Environment, input = '') =>
    runProgram(program ?? '', [join(folder, files[name]), ...args], { env, home: world.cwd, input })

  it.skipIf(program === null)(
    'a search shows what the owner of the key may see, and says why it is refused',
    async () => {
      const [found, nothing, refused] = await Promise.all([
        run('search', ['travel'], withKey()),
        run('search', ['zeppelin'], withKey()),
        run('search', ['travel'], { ...withKey(), KEN_API_KEY: 'ken_unknown' }),
      ])
      expect([found.code, found.stderr]).toEqual([0, ''])
      expect(found.stdout).toMatch(
        /^Travel\n {2}https:\/\/wiki\.example\.com\/0\n {2}.*Book trains/,
      )
      expect(found.stdout).not.toContain('board')
      expect(nothing.stdout).toBe('There are no results.\n')
      expect([refused.code, refused.stdout]).toEqual([1, ''])
      expect(refused.stderr).toMatch(/^UNAUTHENTICATED: .* \(request [\da-f-]{36}\)\n$/)
    },
  )

  it.skipIf(program === null)('a refusal names the fields that are not valid', async () => {
    const [searched, asked] = await Promise.all([
      run('search', [], withKey()),
      run('ask', [], withKey()),
    ])
    expect(searched.stderr).toMatch(/^INVALID_REQUEST: .*\n {2}#\/query must .*\n$/)
    expect(asked.stderr).toMatch(/^INVALID_REQUEST: .*\n {2}#\/question must .*\n$/)
  })

  it.skipIf(program === null)(
    'a search waits as long as the server says, and sends the key nowhere else',
    async () => {
      const wait = refusal(429, 'RATE_LIMITED', { 'retry-after': '1' })
      const nothing = json(200, { results: [], degraded: true })
      const limited = await scriptedServer(wait, nothing)
      const begun = performance.now()
      expect((await run('search', ['travel'], withKey(limited.url))).stdout).toContain(
        'unavailable',
      )
      expect(performance.now() - begun).toBeGreaterThan(1_000)
      expect(limited.asked).toEqual(Array(2).fill('POST /public/v1/search'))
      const elsewhere = await scriptedServer(redirect, redirect, redirect)
      const names = ['search', 'ask', 'read'] as const
      const ended = await Promise.all(
        names.map((name) => run(name, ['travel'], withKey(elsewhere.url))),
      )
      expect(ended.map(({ code }) => code)).toEqual([1, 1, 1])
      expect(elsewhere.asked).toHaveLength(3)
    },
  )

  it.skipIf(program === null)(
    'a question is answered while the answer is written, with the sources that it cites',
    async () => {
      model.behave({ says: 'Book trains early [1].' })
      onTestFinished(() => model.behave('ok'))
      const answered = await run('ask', ['When to book trains?'], withKey())
      expect(answered).toEqual({
        code: 0,
        stdout: 'Book trains early [1].\n[1] Travel https://wiki.example.com/0\n',
        stderr: '',
      })
      const done = { answer: 'This is what I found: …', sources: [] }
      const failing = await scriptedServer((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(': waiting\n\nevent: text\ndata: {"delta":"It begins"}\n\n')
        response.end(`event: done\ndata: ${JSON.stringify(done)}\n\n`)
      })
      expect((await run('ask', ['Why?'], withKey(failing.url))).stdout).toBe(
        'It begins\n\nThis is what I found: …\n',
      )
      const ending = await scriptedServer((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.end('event: text\ndata: {"delta":"It begins"}\n\n')
      })
      const unfinished = await run('ask', ['Why?'], withKey(ending.url))
      expect([unfinished.code, unfinished.stdout]).toEqual([1, 'It begins'])
      expect(unfinished.stderr).toContain('Unfinished: the connection ended. Ask again.')
    },
  )

  it.skipIf(program === null)(
    'a document is read whole, and again from its start when it changes',
    async () => {
      const [{ id } = { id: '' }] = (await search(server.url, key, 'travel')).results
      const read = await run('read', [id], withKey())
      expect([read.code, read.stderr]).toEqual([0, ''])
      expect(read.stdout.trimEnd()).toBe(longText.trimEnd())
      const missing = await run('read', [crypto.randomUUID()], withKey())
      expect([missing.code, missing.stderr]).toEqual([1, expect.stringMatching(/^NOT_FOUND: /)])

      const changing = await scriptedServer(
        page('old', 'v1', 3),
        refusal(409, 'DOCUMENT_CHANGED'),
        page('new ', 'v2', 4),
        page('text', 'v2', null),
      )
      expect((await run('read', ['7'], withKey(changing.url))).stdout).toBe('new text\n')
      const path = 'GET /public/v1/documents/7?'
      expect(changing.asked).toEqual([
        path,
        `${path}offset=3&version=v1`,
        path,
        `${path}offset=4&version=v2`,
      ])
    },
  )

  it.skipIf(program === null)(
    'R65 a surface links a sender, answers with the permissions of that person, and tells unlinked senders nothing',
    async () => {
      const header = await readFile(join(folder, files.surface), 'utf8')
      const [, source = ''] = /ken keys create-service --source (\w+)/.exec(header) ?? []
      const { key: serviceKey, id } = await kenJsonHere<{ id: string; key: string }>(
        ['keys', 'create-service', '--source', source, '--name', 'chat'],
        world,
      )
      const env = { KEN_URL: server.url, KEN_SERVICE_KEY: serviceKey }
      const said = async (messages: readonly string[], settings: Environment = env) =>
        (await run('surface', [], settings, messages.join('\n'))).stdout.trim().split('\n')
      const [sender, code] = [crypto.randomUUID(), await newCode()]
      const stranger = 'I do not know you. Create a link code in Ken and send me: link <code>'
      const chat = [
        'travel',
        'link AAAA-0000',
        `link ${code}`,
        'who am I',
        'trains',
        'trains',
        'forget',
        'trains',
      ].map((text) => `T1 ${sender}: ${text}`)
      expect(
        await said([...chat, `T2 ${sender}: trains`, 'T1 U2: who am I', 'T1 U2: trains']),
      ).toEqual(
        [
          stranger,
          stranger,
          'You are m***@example.com now. Ask me anything.',
          'You are m***@example.com.',
          'You sent 2 messages.',
          'You sent 4 messages.',
          'I have forgotten this conversation.',
          'You sent 2 messages.',
          'You sent 2 messages.',
        ]
          .map((text) => `to ${sender}: ${text}`)
          .concat([`to U2: ${stranger}`, `to U2: ${stranger}`]),
      )
      const away = { ...env, KEN_URL: 'http://127.0.0.1:1' }
      expect(await said([`T1 ${sender}: trains`], away)).toEqual([
        `to ${sender}: I cannot reach Ken. Please ask again later.`,
      ])
      const busy = await scriptedServer(refusal(429, 'RATE_LIMITED', { 'retry-after': '7' }))
      expect(await said([`T1 ${sender}: trains`], { ...env, KEN_URL: busy.url })).toEqual([
        `to ${sender}: I am busy. Please ask again in 7 seconds.`,
      ])
      expect((await kenHere(['keys', 'revoke', id], world)).code).toBe(0)
      expect(await said([`T1 ${sender}: trains`])).toEqual([
        `to ${sender}: Something went wrong. My operator has been notified.`,
      ])
    },
  )
})

describe('the reference', () => {
  let text: string
  beforeAll(async () => {
    text = await (await fetch(`${server.url}/public/v1/docs`)).text()
  })
  const entities = { '&#39;': "'", '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' }
  const sampleOf = (operation: string, language: string): string => {
    const article = text.slice(text.indexOf(`<article id="${operation}">`))
    const sample = article.slice(article.indexOf(`<section data-language="${language}">`))
    const [, code = ''] = /<pre><code>([^]*?)<\/code><\/pre>/.exec(sample) ?? []
    return code.replaceAll(/&#?\w+;/g, (entity) => entities[entity as keyof typeof entities])
  }

  it.for([
    { language: 'curl', program: requiredProgram('curl'), run: ['sh', '-c'] },
    {
      language: 'typescript',
      program: process.execPath,
      run: [process.execPath, '--input-type=module-typescript', '--eval'],
    },
    { language: 'python', program: requiredProgram('python3'), run: ['python3', '-c'] },
  ] as const)(
    'has samples that run, and say why they are refused: $language',
    async ({ language, program, run: [command, ...args] }, { skip }) => {
      skip(program === null, `no ${language} on the PATH`)
      const [found, asked, missing] = await Promise.all(
        ['search', 'ask', 'readDocument'].map((operation) =>
          runProgram(command, [...args, sampleOf(operation, language)], {
            env: withKey(),
            home: world.cwd,
          }),
        ),
      )
      expect([found?.code, asked?.code]).toEqual([0, 0])
      expect(found?.stdout).toContain('Rotate an API key')
      expect(asked?.stdout).toContain('You sent 2 messages.')
      expect(missing?.code).toBeGreaterThan(0)
      expect(`${missing?.stdout}${missing?.stderr}`).toContain('There is nothing at this address')
    },
  )
})

it('a portal contains Ken, and searches for the people whom it has authenticated', async () => {
  await using apart = await distributedWorld()
  await apart.addMember(member.email)
  await importDocuments(apart, documents)
  const portal = await startPortal([process.execPath, join(folder, 'portal.ts')], apart.cwd, {
    ...apart.env,
    PORTAL_PEOPLE: JSON.stringify({ secret: member.email }),
  })
  const find = async (secret: string) => {
    const headers = { authorization: `Bearer ${secret}` }
    const response = await fetch(`${portal.url}/find?q=travel`, { headers })
    return [response.status, await response.json()]
  }
  expect(await find('secret')).toEqual([200, { titles: ['Travel'] }])
  expect(await find('guessed')).toEqual([401, { titles: null }])
  expect(await seenIn(portal, (await apart.createKey(member.email)).key)).toEqual(everything)
  expect(await portal.stop()).toBe(0)
})
