import { generateSecrets } from '@ken/crypto'
import { migratedDirectory } from '@ken/postgres/testing'
import { filledDirectory, type TemporaryDirectory } from '@ken/testing'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownerEmail, ownerPassword } from './distributed.ts'
import { kenJson } from './ken-program.ts'

/** Copies an embedded database with all tables, and new secrets, to a directory. */
export async function fillEmbedded(directory: string): Promise<void> {
  using migrated = await migratedDirectory()
  cpSync(migrated.path, directory, { recursive: true })
  writeFileSync(join(directory, 'secrets'), generateSecrets(), { mode: 0o600 })
}

/** A temporary home directory with an embedded database, as `ken init-owner` leaves it. */
export const homeWithOwner = (): Promise<TemporaryDirectory> =>
  filledDirectory('owner', async (cwd) => {
    await fillEmbedded(join(cwd, '.ken'))
    await kenJson(['init-owner', '--email', ownerEmail, '--password', ownerPassword], { cwd })
  })
