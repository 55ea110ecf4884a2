import { freePort } from '@ken/testing'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Environment } from '../support/ken-program.ts'
import { examplesIn, root } from './packed.ts'

/** What the portals of the page are made with. */
export const portalDependencies = {
  '@hono/node-server': '2.1.8',
  '@types/express': '5.0.6',
  '@types/node': '24.19.2',
  express: '5.3.0',
  fastify: '5.12.8',
  hono: '4.13.19',
}

/** Writes the examples of the page on embedding into a folder; each begins with its name. */
export function writeExamples(folder: string, names: (name: string) => boolean): void {
  for (const code of examplesIn(readFileSync(join(root, 'docs/embedding.md'), 'utf8'))) {
    const name = /^\/\/ (\S+\.ts)\n/.exec(code)?.[1]
    if (name === undefined) throw new Error(`An example has no name: ${code}`)
    if (!names(name)) continue
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), code)
  }
}

/** A portal that runs in a process of its own. */
export type Portal = {
  readonly url: string
  /** Asks it to stop and returns its exit code. */
  readonly stop: () => Promise<number | null>
}

const startMilliseconds = 120_000

/** Starts a portal with this program and waits until Ken is ready in it. */
export async function startPortal(
  program: readonly [string, ...string[]],
  cwd: string,
  env: Environment,
  { isMounted = true } = {},
): Promise<Portal> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const path = isMounted ? '/ken' : ''
  const [command, ...args] = program
  const child = spawn(command, args, {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: cwd,
      KEN_BREACH_URL: '',
      ...env,
      KEN_BASE_URL: `${url}${path}`,
      KEN_PORT: String(port),
      PORT: String(port),
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'close') as Promise<[number | null]>
  const deadline = performance.now() + startMilliseconds
  const isReady = () =>
    fetch(`${url}${path}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`${program.join(' ')} did not start: ${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      return (await ended)[0]
    },
  }
}

/** What a person and a program see of Ken in a portal. */
export async function seenIn(
  { url }: Portal,
  key: string,
): Promise<Readonly<Record<string, unknown>>> {
  const json = { 'Content-Type': 'application/json', Origin: url }
  const page = await (await fetch(`${url}/ken`, { headers: { Accept: 'text/html' } })).text()
  const script = / src="([^"]*\/index-[^"]*\.js)"/.exec(page)?.[1]
  const document = (await (await fetch(`${url}/ken/public/v1/openapi.json`)).json()) as {
    readonly servers: readonly { readonly url: string }[]
  }
  const search = await fetch(`${url}/ken/public/v1/search`, {
    method: 'POST',
    headers: { ...json, Authorization: `Bearer ${key}` },
    body: JSON.stringify({ query: 'vpn' }),
  })
  const refused = await fetch(`${url}/ken/refresh`, { method: 'POST', headers: json, body: '{}' })
  return {
    home: await (await fetch(url)).text(),
    console: [script?.split('index-')[0], (await fetch(`${url}${script}`)).status],
    servers: document.servers.map((server) => server.url.replace(url, '')),
    search: [search.status, Object.keys((await search.json()) as object).includes('results')],
    refresh: refused.status,
    outside: (await fetch(`${url}/public/v1/openapi.json`)).status,
  }
}

/** What `seenIn` returns of a portal that works. */
export const everything = {
  home: 'The portal',
  console: ['/ken/assets/', 200],
  servers: ['/ken'],
  search: [200, true],
  refresh: 401,
  outside: 404,
}
