import type { Account, AccountCard } from '@ken/core'

/** A person as administrators see them. */
export const personView = (account: Account) => ({
  id: account.id,
  email: account.email,
  name: account.name,
  role: account.role,
  status: account.status,
  must_change_password: account.mustChangePassword,
  mfa_enabled: account.mfaEnabledAt !== null,
  created_at: account.createdAt.toISOString(),
  last_sign_in_at: account.lastSignInAt?.toISOString() ?? null,
})

/** A person with their groups and the number of their sessions and keys. */
export const personCardView = (card: AccountCard) => ({
  ...personView(card.account),
  active_sessions: card.activeSessions,
  active_keys: card.activeKeys,
  groups: [...card.groups],
})
