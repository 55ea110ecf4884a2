import { filledDirectory, type TemporaryDirectory } from '@ken/testing'
import { ownerEmail, ownerPassword } from './distributed.ts'
import { kenJson } from './ken-program.ts'

/** A temporary home directory with an embedded database, as `ken init-owner` leaves it. */
export const homeWithOwner = (): Promise<TemporaryDirectory> =>
  filledDirectory('owner', (cwd) =>
    kenJson(['init-owner', '--email', ownerEmail, '--password', ownerPassword], { cwd }),
  )
