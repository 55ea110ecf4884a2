import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, request, type Server as HttpServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distributedWorld, ownerEmail, type World } from '../support/distributed.ts'
import { emptyHome, freePort, startKen } from '../support/ken-program.ts'
import { expectedChecks, expectedFailures, isExtension } from './expected-failures.ts'

const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)
const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())

/** Adds the key to each request, because the suite sends none. */
function forwarderTo(server: string, keyOf: () => string): HttpServer {
  return createServer((incoming, outgoing) => {
    const { url, method, headers } = incoming
    const onward = {
      port: new URL(server).port,
      path: url,
      method,
      headers: { ...headers, authorization: `Bearer ${keyOf()}` },
    }
    const forwarded = request(onward, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
}

/** The failed checks of each scenario that ran, from the results that the suite wrote. */
function failuresIn(folder: string): ReadonlyMap<string, readonly string[]> {
  const scenarios = readdirSync(folder).map((name) => {
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '')
    const checks = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as readonly {
      readonly id: string
      readonly status: string
    }[]
    const failed = checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id)
    return [scenario, [...new Set(failed)].toSorted()] as const
  })
  return new Map(scenarios)
}

describe('the conformance suite of the protocol', () => {
  let url = ''
  let key = ''
  let world: World

  beforeAll(async () => {
    world = started.use(await distributedWorld())
    const port = await freePort()
    url = `http://localhost:${port}`
    const env = { ...world.env, KEN_BASE_URL: url }
    const server = started.use(await startKen(['http'], { ...world, env }))
    const forwarder = forwarderTo(server.url, () => key).listen(port, 'localhost')
    started.defer(() => void forwarder.close())
  })

  it.for([
    ['2025-06-18', '--spec-version', 10],
    ['2025-11-25', '--requirements', 25],
    ['2026-07-28', '--requirements', 35],
  ] as const)(
    'fails only where it needs what Ken does not offer, and every message is valid: %s',
    async ([revision, option, scenariosMin]) => {
      // Each run has the limits of a key for itself.
      key = (await world.createKey(ownerEmail)).key
      using folder = emptyHome()
      const args = [suite, 'server', '--url', `${url}/mcp`, option, revision, '-o', folder.path]
      const run = promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 })
      await run.catch(() => {}) // It fails by the expected failures.
      const failures = failuresIn(folder.path)
      expect(failures.size).toBeGreaterThan(scenariosMin)
      const failing = failures.keys().filter((scenario) => failures.get(scenario)!.length > 0)
      const ran = failures.keys().filter((scenario) => !isExtension(scenario))
      expect(
        failing
          .filter((scenario) => !isExtension(scenario))
          .toArray()
          .toSorted(),
      ).toEqual(
        ran
          .filter((scenario) => scenario in expectedFailures)
          .toArray()
          .toSorted(),
      )
      expect([...failures.values()].flat()).not.toContain('wire-schema-valid')
      for (const [scenario, checks] of Object.entries(expectedChecks))
        expect(failures.get(scenario) ?? checks).toEqual(checks)
    },
  )
})
