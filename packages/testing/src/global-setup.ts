import { resolvePostgres } from './postgres-service.ts'
import { resolveRedis } from './redis-service.ts'
import type { AbsentService, TestService } from './test-service.ts'

let services: readonly (TestService | AbsentService)[] = []

/** Resolves the servers once per run and leaves them in the environment, which workers and their child processes inherit. */
export async function setup(): Promise<void> {
  const [postgres, redis] = await Promise.all([resolvePostgres(), resolveRedis()])
  services = [postgres, redis]
  process.env['KEN_TEST_DATABASE_URL'] = postgres.url
  if (redis.url !== null) process.env['KEN_TEST_REDIS_URL'] = redis.url
  const redisSource = redis.url === null ? `none, its tests are skipped (${redis.reason})` : redis.source
  console.log(`Tests run on Postgres: ${postgres.source}; Redis: ${redisSource}`)
}

/** Stops what `setup` started. */
export async function teardown(): Promise<void> {
  await Promise.all(services.map(async (service) => service.url !== null && (await service.stop())))
}
