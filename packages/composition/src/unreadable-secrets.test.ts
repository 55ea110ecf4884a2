import { findAccount, ok, operator, setUpOwner } from '@ken/core'
import { recordingLog, valueOf } from '@ken/core/testing'
import { generateSecrets } from '@ken/crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Config } from './config/config.ts'
import { composed, configOf, serverConfig } from './testing/composed-ken.ts'

function embeddedConfig(): Config {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'ken-'))
  onTestFinished(() => rmSync(dataDirectory, { recursive: true }))
  return configOf({ dataDirectory, secrets: generateSecrets() })
}

const owner = { email: 'ada@example.com', password: 'tangerine walrus orbit' }

it.each([
  ['the embedded database', embeddedConfig],
  ['a PostgreSQL server', serverConfig],
])(
  'R83 logs at the start on %s that the secrets are those of another one',
  async (_, configured) => {
    const config = await configured()
    const { ports, close } = await composed(config)
    valueOf(await setUpOwner(ports, { actor: operator, ...owner }))
    const { id } = valueOf(await findAccount(ports, { actor: operator, email: owner.email }))
    await ports.transact(async ({ accounts, lockAccount }) => {
      const account = await lockAccount(id)
      const mfaSecret = ports.cipher.encrypt('seed', { purpose: 'mfa_secret', ownerId: id })
      return ok(await accounts.update({ ...account!, mfaSecret }))
    })
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
