import { randomBytes } from 'node:crypto'
import { removeTemplates } from './services/filled-directory.ts'
import { dropTemplates } from './services/fresh-database.ts'
import { memoryFolder } from './services/memory-folder.ts'
import { resolvePostgres } from './services/postgres-service.ts'
import { resolveRedis } from './services/redis-service.ts'
import type { AbsentService, TestService } from './services/test-service.ts'

const run = randomBytes(6).toString('hex')
let services: readonly (TestService | AbsentService)[] = []
let memory: ReturnType<typeof memoryFolder> = null

/** Resolves the servers once per run and leaves them in the environment, which workers and their child processes inherit. */
export async function setup(): Promise<void> {
  memory = process.env['TMPDIR'] === undefined ? memoryFolder() : null
  if (memory !== null) process.env['TMPDIR'] = memory.path
  const [postgres, redis] = await Promise.all([resolvePostgres(), resolveRedis()])
  services = [postgres, redis]
  process.env['KEN_TEST_DATABASE_URL'] = postgres.url
  process.env['KEN_TEST_RUN'] = run
  if (redis.url !== null) process.env['KEN_TEST_REDIS_URL'] = redis.url
  const redisSource =
    redis.url === null ? `none, its tests are skipped (${redis.reason})` : redis.source
  console.log(`Tests run on Postgres: ${postgres.source}; Redis: ${redisSource}`)
}

/** Removes and stops what the run made. */
export async function teardown(): Promise<void> {
  removeTemplates(run)
  const [postgres] = services
  if (postgres !== undefined && postgres.url !== null) await dropTemplates(postgres.url, run)
  await Promise.all(services.map(async (service) => service.url !== null && (await service.stop())))
  memory?.remove()
}
