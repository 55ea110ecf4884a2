import type { Role } from './accounts/account.ts'

/** The settings of the organisation. */
export type Settings = {
  readonly mfaRequiredRoles: readonly Role[]
  /** Shown at sign-in; null if it is not set. */
  readonly organisationName: string | null
}
