import { describe, expect } from 'vitest'
import type { Settings } from '../../../ports/stores/settings-store.ts'
import type { Transact } from '../../../ports/stores/transact.ts'
import { committed, testIn, type Closable } from '../contract-suite.ts'

/** What every `SettingsStore` must do. `open` gives a fresh, empty world for each test. */
export function settingsStoreContract(name: string, open: () => Promise<Closable & { readonly transact: Transact }>) {
  const test = testIn(open)
  describe(`SettingsStore contract: ${name}`, () => {
    test('R30 requires a second factor of Owner and Admin as long as nobody says otherwise', async ({ transact }) => {
      expect(await read(transact)).toEqual({ mfaRequiredRoles: ['Owner', 'Admin'] })
    })

    test('keeps what it was given last', async ({ transact }) => {
      for (const mfaRequiredRoles of [['Member'], [], ['Owner', 'Admin', 'Member']] as const) {
        await committed(transact, ({ settings }) => settings.update({ mfaRequiredRoles }))
        expect(await read(transact)).toEqual({ mfaRequiredRoles })
      }
    })
  })
}

const read = (transact: Transact): Promise<Settings> => committed(transact, ({ settings }) => settings.read())
