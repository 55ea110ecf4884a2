import { startInDocker } from './docker.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import {
  firstService,
  serviceFromVariable,
  type AbsentService,
  type TestService,
} from './test-service.ts'

const image = 'pgvector/pgvector:pg18'
let resolved: Promise<TestService> | undefined

/** The Postgres server of this test run; a process outside of a run gets one of its own, which ends with it. */
export async function testPostgres(): Promise<{ readonly url: string }> {
  resolved ??= resolvePostgres()
  return { url: (await resolved).url }
}

/** `KEN_TEST_DATABASE_URL`, else a container when a Docker engine answers, else the embedded server. */
export async function resolvePostgres(): Promise<TestService> {
  const attempts = [
    () => serviceFromVariable('KEN_TEST_DATABASE_URL'),
    startContainer,
    startEmbeddedPostgres,
  ]
  const found = await firstService('Postgres', attempts)
  if (found.url === null) throw new Error(`No Postgres for the tests: ${found.reason}`)
  return found
}

function startContainer(): Promise<TestService | AbsentService> {
  return startInDocker(image, async () => {
    const { PostgreSqlContainer } = await import('@testcontainers/postgresql')
    const settings = ['-c', 'fsync=off', '-c', 'max_connections=300']
    const container = await new PostgreSqlContainer(image)
      .withCommand(['postgres', ...settings])
      .start()
    return {
      url: container.getConnectionUri(),
      source: `container ${image}`,
      stop: async () => {
        await container.stop()
      },
    }
  })
}
