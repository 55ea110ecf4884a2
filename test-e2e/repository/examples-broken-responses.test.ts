import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { emptyHome, type Environment } from '../support/ken-program.ts'
import { folder, json, languages, runProgram, scriptedServer } from './example-programs.ts'

const home = emptyHome()
afterAll(home.remove)
const withKey = (url: string) => ({ KEN_URL: url, KEN_API_KEY: 'ken_key' })

/** Responses that are none of Ken: the connection breaks before, within and after them, or they are not JSON. */
const broken: readonly ((response: ServerResponse) => void)[] = [
  (response) => response.socket?.destroy(),
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 500 })
    response.write('{"results": [', () => response.socket?.destroy())
  },
  (response) => response.socket?.end('No HTTP\r\n\r\n'),
  (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
]

describe.for(languages)('in $language', ({ program, files }) => {
  const run = (name: keyof typeof files, args: readonly string[], env: Environment, input = '') =>
    runProgram(program ?? '', [join(folder, files[name]), ...args], { env, home: home.path, input })

  it.skipIf(program === null)('a broken response is reported in one line', async () => {
    for (const name of ['search', 'ask', 'read'] as const)
      for (const response of broken) {
        const { url } = await scriptedServer(response)
        const { code, stderr } = await run(name, ['travel'], withKey(url))
        expect([code, stderr]).toEqual([1, expect.stringMatching(/^\n?.+\n$/)])
      }
  })

  it.skipIf(program === null)('an address without a scheme is reported as such', async () => {
    for (const name of ['search', 'ask', 'read'] as const) {
      const { code, stderr } = await run(name, ['travel'], withKey('ken.example.com'))
      expect([code, stderr]).toEqual([1, expect.stringMatching(/url.+ken\.example\.com\/public/i)])
    }
  })

  it.skipIf(program === null)(
    'a surface serves the next person after a broken response',
    async () => {
      const answer = { answer: 'By train.', sources: [], conversation_id: null }
      const { url } = await scriptedServer(...broken, json(200, answer))
      const messages = [...broken, answer].map((_, place) => `T1 U${place}: trains`)
      const env = { KEN_URL: url, KEN_SERVICE_KEY: 'ken_key' }
      const { stdout } = await run('surface', [], env, messages.join('\n'))
      expect(stdout.trim().split('\n')).toEqual([
        ...broken.map((_, place) => `to U${place}: I cannot reach Ken. Please ask again later.`),
        `to U${broken.length}: By train.`,
      ])
    },
  )

  it.skipIf(program === null)('an answer that breaks off is reported as unfinished', async () => {
    const { url } = await scriptedServer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: text\ndata: {"delta":"It begins"}\n\n', () =>
        response.socket?.destroy(),
      )
    })
    const { stderr } = await run('ask', ['Why?'], withKey(url))
    expect(stderr).toContain('Unfinished: the connection ended. Ask again.')
  })
})
