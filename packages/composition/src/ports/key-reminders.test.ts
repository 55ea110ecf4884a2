import { createKey, ok, operator, remindOfKeyExpiry, Unavailable } from '@ken/core'
import type { Email } from '@ken/core/ports'
import { anAccount, recordingLog, valueOf } from '@ken/core/testing'
import { openServer } from '@ken/postgres'
import { expect, it, onTestFinished } from 'vitest'
import { composed, serverConfig } from '../testing/composed-ken.ts'

/** No email is sent: no worker runs here. */
const mail = {
  smtpUrl: 'smtp://127.0.0.1:1',
  from: { name: 'Ken', address: 'ken@example.com' as Email },
  language: 'en' as const,
}
const keysCount = 20

it('R11 sends one reminder per key, though one process dies halfway and two others continue concurrently', async () => {
  const config = await serverConfig({ mail })
  const [dying, ...others] = await Promise.all(
    [1, 2, 3].map(() => composed(config, { role: 'command' })),
  )
  const { ports } = dying!
  const owner = anAccount()
  await ports.transact(async ({ accounts }) => ok(await accounts.insert(owner)))
  for (let count = 0; count < keysCount; count += 1) {
    valueOf(
      await createKey(ports, {
        actor: operator,
        ownerId: owner.id,
        name: 'key',
        lifetimeDays: 30,
        sources: null,
      }),
    )
  }
  const { query, close } = await openServer({
    url: config.databaseUrl,
    poolMax: 1,
    log: recordingLog(),
  })
  onTestFinished(close)
  const sql = (text: string) => query<{ value: unknown }>('', text, [])
  const column = async (text: string) => (await sql(`select ${text} as value`))[0]?.value
  await sql(`update api_keys set expires_at = now() + interval '6 days'`)

  // Slow enough to be killed halfway.
  await sql(
    `create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(0.2); return new; end'`,
  )
  await sql(
    'create trigger slow before update of reminded_at on api_keys for each row execute function slow()',
  )
  const interrupted = remindOfKeyExpiry(ports).catch((error: unknown) => error)
  const claiming = `from pg_stat_activity where query like '%update "api_keys" set "reminded_at"%' and state = 'active' and pid <> pg_backend_pid()`
  await expect
    .poll(() => column(`(select count(pg_terminate_backend(pid))::int ${claiming})`))
    .toBe(1)
  expect(await interrupted).toBeInstanceOf(Unavailable)
  await sql('drop trigger slow on api_keys')

  const reminded = await Promise.all(
    [...others, ...others].map((ken) => remindOfKeyExpiry(ken.ports)),
  )
  expect(reminded.reduce((sum, count) => sum + count)).toBe(keysCount)
  const reminders = `from pgboss.job where data #>> '{notice,about,kind}' = 'key_expiring'`
  expect(await column(`(select count(*)::int ${reminders})`)).toBe(keysCount)
  expect(
    await column(`(select count(distinct data #>> '{notice,about,keyPrefix}')::int ${reminders})`),
  ).toBe(keysCount)
})
