import { execFile } from 'node:child_process'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { root } from '../packages/packed.ts'
import type { Environment } from '../support/ken-program.ts'
import { requiredProgram } from '../support/required-program.ts'

export const folder = join(root, 'docs/examples')
/** The examples that do the same in each language, and the program that runs them; null without it. */
export const languages = [
  {
    language: 'TypeScript',
    program: process.execPath,
    files: {
      search: 'search.ts',
      ask: 'ask.ts',
      read: 'read-document.ts',
      surface: 'chat-surface.ts',
    },
  },
  {
    language: 'Python',
    program: requiredProgram('python3'),
    files: {
      search: 'search.py',
      ask: 'ask.py',
      read: 'read_document.py',
      surface: 'surface.py',
    },
  },
] as const

type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** A server that gives these responses, one after the other, and what was asked of it. */
export async function scriptedServer(...script: readonly ((response: ServerResponse) => void)[]) {
  const asked: string[] = []
  const scripted = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => script[asked.length - 1]?.(response))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => scripted.once('listening', resolve))
  onTestFinished(() => {
    scripted.closeAllConnections()
    scripted.close()
  })
  return { url: `http://127.0.0.1:${(scripted.address() as AddressInfo).port}`, asked }
}

/** A response of JSON, or a problem. */
export const json =
  (status: number, body: object, headers = {}) =>
  (response: ServerResponse) =>
    void response
      .writeHead(status, {
        'content-type': status < 400 ? 'application/json' : 'application/problem+json',
        ...headers,
      })
      .end(JSON.stringify(body))

type RunOptions = { readonly env: Environment; readonly home: string; readonly input?: string }

/** Runs an example to its end. */
export const runProgram = (
  program: string,
  args: readonly string[],
  { env, home, input = '' }: RunOptions,
): Promise<Ended> =>
  new Promise((resolve) => {
    const settings = {
      PATH: process.env['PATH'],
      HOME: home,
      PYTHONDONTWRITEBYTECODE: '1',
      // Types are stripped once for all runs.
      NODE_COMPILE_CACHE: join(home, 'compiled'),
    }
    const options = { env: { ...settings, ...env }, timeout: 30_000 }
    const child = execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? NaN), stdout, stderr }),
    )
    child.stdin?.on('error', () => {}).end(input)
  })
