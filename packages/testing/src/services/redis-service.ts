import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startInDocker } from './docker.ts'
import { findProgram } from './find-program.ts'
import { freePort } from '../free-port.ts'
import { startGuarded } from '../guarded-server.ts'
import {
  firstService,
  serviceFromVariable,
  type AbsentService,
  type TestService,
} from './test-service.ts'

const image = 'redis:7-alpine'
const localPort = 6379
const answerWithinMs = 1_000
let resolved: Promise<TestService | AbsentService> | undefined

/**
 * The Redis of this test run, or why there is none: its suites are then skipped with that reason. It may be shared, so
 * tests use a random key prefix and never flush.
 */
export async function testRedis(): Promise<{ readonly url: string } | AbsentService> {
  resolved ??= resolveRedis()
  const found = await resolved
  return found.url === null ? found : { url: found.url }
}

/** `KEN_TEST_REDIS_URL`, else the one on 127.0.0.1:6379, else `redis-server` on the PATH, else a container. */
export function resolveRedis(): Promise<TestService | AbsentService> {
  return firstService('Redis', [
    () => serviceFromVariable('KEN_TEST_REDIS_URL'),
    findLocal,
    startRedisServer,
    startContainer,
  ])
}

async function startRedisServer(): Promise<TestService | AbsentService> {
  const program = findProgram(['redis-server'])
  if (program === null) return { url: null, reason: 'no redis-server on the PATH' }
  const folder = await mkdtemp(join(tmpdir(), 'ken-redis-'))
  const port = await freePort()
  const flags = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ]
  const { stop } = await startGuarded({ folder, commands: [[program, ...flags]] })
  return { url: `redis://127.0.0.1:${port}`, source: program, stop }
}

async function findLocal(): Promise<TestService | AbsentService> {
  const socket = connect(localPort, '127.0.0.1')
  try {
    socket.write('PING\r\n')
    const [answer] = (await once(socket, 'data', {
      signal: AbortSignal.timeout(answerWithinMs),
    })) as [Buffer]
    if (!answer.toString().startsWith('+PONG')) throw new Error('no PONG')
    return {
      url: `redis://127.0.0.1:${localPort}`,
      source: `the one on 127.0.0.1:${localPort}`,
      stop: async () => {},
    }
  } catch {
    return { url: null, reason: `no Redis answers on 127.0.0.1:${localPort}` }
  } finally {
    socket.destroy()
  }
}

function startContainer(): Promise<TestService | AbsentService> {
  return startInDocker(image, async () => {
    const { GenericContainer, Wait } = await import('testcontainers')
    const container = await new GenericContainer(image)
      .withExposedPorts(localPort)
      .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/i))
      .start()
    return {
      url: `redis://${container.getHost()}:${container.getMappedPort(localPort)}`,
      source: `container ${image}`,
      stop: async () => {
        await container.stop()
      },
    }
  })
}
