import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { mcpOverHttp } from '@ken/mcp-tools'
import { expect, it, onTestFinished } from 'vitest'
import { refusals } from '../errors/refusal.ts'
import { requestListener } from '../server/request-listener.ts'
import { testOffer } from '../testing/conformance/test-server.ts'
import {
  expectedChecks,
  expectedFailures,
  isExtension,
  type Offered,
} from '../testing/conformance/expected-failures.ts'
import { httpWorld, type HttpWorldOptions } from '../testing/http-world.ts'

const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)

/** Serves the app with the key in each request, because the suite sends none. Returns the address. */
async function served(options: HttpWorldOptions): Promise<string> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`
  const { app, ken, ports, key } = await httpWorld({ ...options, config: { baseUrl } })
  const respond = requestListener(app, ports.log, refusals(ken.config, ports.log))
  server.on('request', (incoming, outgoing) => {
    incoming.rawHeaders.push('Authorization', `Bearer ${key}`)
    void respond(incoming, outgoing)
  })
  return `${baseUrl}/mcp`
}

/** The failed checks of each scenario that ran, from the results that the suite wrote. */
function failuresIn(folder: string): { readonly [scenario: string]: readonly string[] } {
  const scenarios = readdirSync(folder).map((name) => {
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '')
    const checks = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as readonly {
      readonly id: string
      readonly status: string
    }[]
    const failed = checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id)
    return [scenario, [...new Set(failed)].toSorted()] as const
  })
  return Object.fromEntries(scenarios)
}

const offers: { readonly [offered in Offered]: HttpWorldOptions } = {
  'the tools of Ken': {},
  'what the suite expects': { loadMcp: async () => mcpOverHttp(testOffer) },
}
const revisions = [
  ['2025-06-18', '--spec-version', 10],
  ['2025-11-25', '--requirements', 25],
  ['2026-07-28', '--requirements', 35],
] as const
const runs = (['the tools of Ken', 'what the suite expects'] as const).flatMap((offered) =>
  revisions.map((revision) => [offered, ...revision] as const),
)

it.for(runs)(
  'the conformance suite fails only where it needs what Ken does not offer, and every message is valid: %s, %s',
  async ([offered, revision, option, scenariosMin]) => {
    const url = await served(offers[offered])
    using folder = mkdtempDisposableSync(join(tmpdir(), 'ken-conformance-'))
    const args = [suite, 'server', '--url', url, option, revision, '-o', folder.path]
    const run = promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 })
    await run.catch(() => {}) // It fails by the expected failures.
    const failures = failuresIn(folder.path)
    const ran = Object.keys(failures).filter((scenario) => !isExtension(scenario))
    expect(Object.keys(failures).length).toBeGreaterThan(scenariosMin)
    expect(ran.filter((scenario) => failures[scenario]!.length > 0)).toEqual(
      ran.filter((scenario) => scenario in expectedFailures[offered]),
    )
    expect(Object.values(failures).flat()).not.toContain('wire-schema-valid')
    for (const [scenario, checks] of Object.entries(expectedChecks[offered]))
      expect(failures[scenario] ?? checks).toEqual(checks)
  },
)
