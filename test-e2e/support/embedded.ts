import { generateSecrets } from '@ken/crypto'
import { migratedDirectory } from '@ken/postgres/testing'
import { filledDirectory, type TemporaryDirectory } from '@ken/testing'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownerEmail, ownerPassword } from './distributed.ts'
import { kenJson } from './ken-program.ts'

/** A temporary home directory with an embedded database, as `ken init-owner` leaves it. */
export const homeWithOwner = (): Promise<TemporaryDirectory> =>
  filledDirectory('owner', async (cwd) => {
    using migrated = await migratedDirectory()
    const directory = join(cwd, '.ken')
    cpSync(migrated.path, directory, { recursive: true })
    writeFileSync(join(directory, 'secrets'), generateSecrets(), { mode: 0o600 })
    await kenJson(['init-owner', '--email', ownerEmail, '--password', ownerPassword], { cwd })
  })
