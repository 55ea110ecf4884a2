import { describe, expect } from 'vitest'
import type { Settings } from '../../../model/settings.ts'
import type { Transact } from '../../../ports/stores/transact.ts'
import { committed, testIn, type Closable } from '../contract-suite.ts'

/** What every `SettingsStore` must do. `open` returns a fresh, empty world for each test. */
export function settingsStoreContract(
  name: string,
  open: () => Promise<Closable & { readonly transact: Transact }>,
) {
  const test = testIn(open)
  describe(`SettingsStore contract: ${name}`, () => {
    test('R30 requires a second factor of Owner and Admin by default', async ({ transact }) => {
      expect(await read(transact)).toEqual({
        mfaRequiredRoles: ['Owner', 'Admin'],
        organisationName: null,
      })
    })

    test('stores the latest settings', async ({ transact }) => {
      for (const mfaRequiredRoles of [['Member'], [], ['Owner', 'Admin', 'Member']] as const) {
        await committed(transact, ({ settings }) => settings.update({ mfaRequiredRoles }))
        expect(await read(transact)).toEqual({ mfaRequiredRoles, organisationName: null })
      }
    })

    test('changes only the given settings', async ({ transact }) => {
      const change = (changed: Partial<Settings>) =>
        committed(transact, ({ settings }) => settings.update(changed))
      await change({ organisationName: 'Zoë & Sons "1984"' })
      await change({ mfaRequiredRoles: ['Owner'] })
      await change({})
      const kept = { organisationName: 'Zoë & Sons "1984"', mfaRequiredRoles: ['Owner'] }
      expect(await read(transact)).toEqual(kept)
      await change({ organisationName: null })
      expect(await read(transact)).toEqual({ ...kept, organisationName: null })
    })
  })
}

const read = (transact: Transact): Promise<Settings> =>
  committed(transact, ({ settings }) => settings.read())
