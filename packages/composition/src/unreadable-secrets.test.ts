import { ok } from '@ken/core'
import { anAccount, recordingLog } from '@ken/core/testing'
import { generateSecrets } from '@ken/crypto'
import { migratedDirectory } from '@ken/postgres/testing'
import { expect, it, onTestFinished } from 'vitest'
import type { Config } from './config/config.ts'
import { composed, configOf, serverConfig } from './testing/composed-ken.ts'

async function embeddedConfig(): Promise<Config> {
  const { path: dataDirectory, remove } = await migratedDirectory()
  onTestFinished(remove)
  return configOf({ dataDirectory, secrets: generateSecrets() })
}

it.each([
  ['the embedded database', embeddedConfig],
  ['a PostgreSQL server', serverConfig],
])(
  'R83 logs at the start on %s that the secrets are those of another one',
  async (_, configured) => {
    const config = await configured()
    const { ports, close } = await composed(config)
    const account = anAccount()
    const mfaSecret = ports.cipher.encrypt('seed', { purpose: 'mfa_secret', ownerId: account.id })
    await ports.transact(async ({ accounts }) =>
      ok(await accounts.insert({ ...account, mfaSecret })),
    )
    await close()

    const roles =
      config.databaseUrl === null
        ? (['server'] as const)
        : (['server', 'worker', 'scheduler'] as const)
    for (const role of roles) {
      const log = recordingLog()
      const restarted = await composed({ ...config, secrets: generateSecrets() }, { log, role })
      const errors = () => log.lines.filter(({ level }) => level === 'error')
      await expect
        .poll(errors)
        .toMatchObject([
          { event: 'secrets.unreadable', fields: { second_factors: 1, bot_tokens: 0 } },
        ])
      await restarted.close()
    }
  },
)
