import { runHere, type Config } from '@ken/composition'
import { memoryPorts, type MemoryPorts } from '@ken/core/testing'
import { EventEmitter } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { runKen } from './run-ken.ts'
import type { Connection, World } from './world.ts'

/** A world in memory: Ken's ports, input and output. */
export type TestWorld = World & {
  readonly ports: MemoryPorts
  readonly written: { readonly stdout: string; readonly stderr: string }
  /** Runs one command line, and returns its output. */
  readonly ken: (
    ...argv: string[]
  ) => Promise<{ readonly exitCode: number; readonly stdout: string; readonly stderr: string }>
}

type TestWorldOptions = {
  readonly ports?: Partial<MemoryPorts>
  readonly env?: World['env']
  readonly stdin?: string | Readable
  readonly stdoutIsTerminal?: boolean
  readonly stderrIsTerminal?: boolean
  readonly connect?: World['connect']
}

export const testConfig: Config = {
  host: '127.0.0.1',
  port: 0,
  baseUrl: 'http://localhost:8080',
  dataDirectory: '/nowhere',
  databaseUrl: 'postgres://nowhere',
  databasePoolMax: 2,
  redisUrl: null,
  secrets: 'a secret',
  trustedProxies: [],
  corsOrigins: [],
  personLimit: 600,
  searchBudgetMs: 2_000,
  synonyms: null,
  breachUrl: null,
  embedder: null,
  answerModel: null,
  mail: null,
  mailPerSecond: 2,
  passwordHashCost: { memoryKib: 19_456, iterations: 2, parallelism: 1 },
  allowsLocalTeamChat: true,
  workspaceChatUrl: 'https://slack.com/api',
  hsts: 'host',
  logLevel: 'info',
}

export function testWorld(options: TestWorldOptions = {}): TestWorld {
  const ports = memoryPorts(options.ports)
  const written = { stdout: '', stderr: '' }
  const sink = (name: keyof typeof written) =>
    new Writable({
      decodeStrings: false,
      write: (text: string, _encoding, done) => {
        written[name] += text
        done()
      },
    })
  const world: World = {
    env: options.env ?? {},
    stdin:
      typeof options.stdin === 'object'
        ? options.stdin
        : Readable.from(options.stdin === undefined ? [] : [options.stdin]),
    stdout: Object.assign(sink('stdout'), { isTTY: options.stdoutIsTerminal ?? false }),
    stderr: Object.assign(sink('stderr'), { isTTY: options.stderrIsTerminal ?? false }),
    process: new EventEmitter(),
    exit: () => {},
    prepareConsole: async () => {},
    elapsed: () => performance.now(),
    connect: options.connect ?? (async () => connectionTo(ports)),
  }
  const ken = async (...argv: string[]) => {
    const before = { ...written }
    const exitCode = await runKen(argv, world)
    return {
      exitCode,
      stdout: written.stdout.slice(before.stdout.length),
      stderr: written.stderr.slice(before.stderr.length),
    }
  }
  return { ...world, ports, written, ken }
}

/** Ken in this process, on these ports. */
export const connectionTo = (ports: MemoryPorts, config: Config = testConfig): Connection => ({
  config,
  run: runHere(ports),
  own: {
    config,
    version: '1.2.3',
    ports,
    applied: [],
    hasPreparedQueue: false,
    health: async () => ({ ready: true, parts: [{ part: 'database', state: 'ok' }] }),
    systemParts: async () => [],
    probeDisk: async () => null,
    separateRoles: async () => ({ ownerPassword: 'of-owner', runtimePassword: null }),
    within: (_signal, work) => work(),
    work: async () => ({ close: async () => {} }),
    close: async () => {},
  },
  close: async () => {},
})
