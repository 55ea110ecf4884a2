import { describe, expect } from 'vitest'
import type { Settings } from '../../../../model/settings.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import {
  committed,
  concurrently,
  describeRaces,
  racesNote,
  testIn,
  type Closable,
  type SuiteOptions,
} from '../../contract-suite.ts'

/** What every `SettingsStore` must do. `open` returns a fresh, empty world for each test. */
export function settingsStoreContract(
  name: string,
  open: () => Promise<Closable & { readonly transact: Transact }>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`SettingsStore contract: ${name}${racesNote(options)}`, () => {
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

    describeRaces(options, () => {
      test('shows each of ten that lock the settings the changes of the one before', async ({
        transact,
      }) => {
        await committed(transact, ({ settings }) => settings.update({ organisationName: '#' }))
        await concurrently(10, () =>
          committed(transact, async ({ settings }) => {
            const { organisationName } = await settings.lock()
            await settings.update({ organisationName: `${organisationName}+` })
          }),
        )
        expect((await read(transact)).organisationName).toBe(`#${'+'.repeat(10)}`)
      })

      test('lets others read the settings while they are locked', async ({ transact }) => {
        const seen = await committed(transact, async ({ settings }) => {
          await settings.lock()
          return read(transact)
        })
        expect(seen.organisationName).toBeNull()
      })
    })
  })
}

const read = (transact: Transact): Promise<Settings> =>
  committed(transact, ({ settings }) => settings.read())
