import type { Role } from './accounts/account.ts'

/** The settings of the organisation. */
export type Settings = { readonly mfaRequiredRoles: readonly Role[] }
