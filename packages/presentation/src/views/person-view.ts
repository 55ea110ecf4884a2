import type { AccountCard, AccountProfile, ListedAccount } from '@ken/core'

/** A person as administrators see them. */
export const personView = (account: AccountProfile) => ({
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

/** A person in a list. `may` names the acts that the caller could perform on the account. */
export const listedPersonView = (account: ListedAccount) => ({
  ...personView(account),
  may: [...account.may],
})

/** A person with their groups and the number of their sessions and keys. */
export const personCardView = (card: AccountCard) => ({
  ...personView(card.account),
  active_sessions: card.activeSessions,
  active_keys: card.activeKeys,
  groups: [...card.groups],
  may: [...card.may],
  refusals: { ...card.refusals },
})
