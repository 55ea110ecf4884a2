import { loadConfig, runHere, type Config } from '@ken/composition'
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

/** The default configuration with a database server that is never opened. */
export const testConfig: Config = {
  ...loadConfig({}).config,
  port: 0,
  dataDirectory: '/nowhere',
  databaseUrl: 'postgres://nowhere',
  databasePoolMax: 2,
  secrets: 'a secret',
  breachUrl: null,
  allowsLocalTeamChat: true,
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
    isClockMeasured: () => true,
    systemParts: async () => [],
    probeDisk: async () => null,
    separateRoles: async () => ({ ownerPassword: 'of-owner', runtimePassword: null }),
    within: (_signal, work) => work(),
    work: async () => ({ close: async () => {} }),
    close: async () => {},
  },
  close: async () => {},
})
