import type { Role } from '../../model/accounts/account.ts'

/** Settings of the organisation, one row. */
export type Settings = { readonly mfaRequiredRoles: readonly Role[] }

export interface SettingsStore {
  read(): Promise<Settings>
  update(settings: Settings): Promise<void>
}
