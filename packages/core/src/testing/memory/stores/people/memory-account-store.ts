import type { Account, AccountId } from '../../../../model/accounts/account.ts'
import type { AccountCount, AccountStore } from '../../../../ports/stores/people/account-store.ts'
import type { SessionId } from '../../../../model/sessions/session.ts'
import type { MemoryTables } from '../../memory-database.ts'

export const memoryAccountStore = (
  { accounts, timeSteps, ...tables }: MemoryTables,
  now: Date,
): AccountStore => ({
  async insert(account) {
    if (accounts.has(account.id)) throw new Error(`account ${account.id} exists`)
    if (byEmail(accounts, account.email) !== null) return false
    accounts.set(account.id, account)
    return true
  },

  find: async (id) => accounts.get(id) ?? null,

  findSignedIn: async (id, sessionId) => signedIn({ accounts, ...tables }, now, { id, sessionId }),
  peekSignedIn: async (id, sessionId) => signedIn({ accounts, ...tables }, now, { id, sessionId }),

  findByEmail: async (email) => byEmail(accounts, email),

  async listTaken(emails) {
    const wanted = new Set(emails)
    return [...accounts.values()].flatMap(({ email }) => (wanted.has(email) ? [email] : []))
  },

  listNamed: async (ids) =>
    new Map(
      ids.flatMap((id) => {
        const account = accounts.get(id)
        return account === undefined
          ? []
          : [[id, { id, email: account.email, name: account.name }] as const]
      }),
    ),

  listWithSecret: async (after, limit) =>
    [...accounts.values()]
      .filter(({ id, mfaSecret }) => mfaSecret !== null && (after === null || id > after))
      .toSorted((left, right) => (left.id < right.id ? -1 : 1))
      .slice(0, limit),

  async update(account) {
    if (!accounts.has(account.id)) throw new Error(`account ${account.id} is missing`)
    const holder = byEmail(accounts, account.email)
    if (holder !== null && holder.id !== account.id)
      throw new Error(`an account of ${account.email} exists`)
    accounts.set(account.id, account)
  },

  async changeEmail(id, email) {
    const holder = byEmail(accounts, email)
    if (holder !== null && holder.id !== id) return false
    const account = accounts.get(id)
    if (account === undefined) throw new Error(`account ${id} is missing`)
    accounts.set(id, { ...account, email, updatedAt: now })
    return true
  },

  async remove(id) {
    accounts.delete(id)
    timeSteps.delete(id)
    tables.recoveryCodes.delete(id)
    for (const { challenge } of tables.challenges.values())
      if (challenge.userId === id) tables.challenges.delete(challenge.id)
    for (const { reset } of tables.passwordResets.values())
      if (reset.userId === id) tables.passwordResets.delete(reset.id)
    for (const session of tables.sessions.values())
      if (session.userId === id) tables.sessions.delete(session.id)
    for (const { key } of tables.keys.values()) if (key.ownerId === id) tables.keys.delete(key.id)
    for (const identity of tables.identities.values())
      if (identity.userId === id) tables.identities.delete(identity.id)
    tables.linkCodes.delete(id)
    for (const [name, answer] of tables.responses)
      if (answer.callerId === id) tables.responses.delete(name)
    for (const agent of tables.agents.values())
      if (agent.ownerId === id) tables.agents.delete(agent.id)
    for (const [slug, row] of tables.groups)
      tables.groups.set(slug, {
        ...row,
        members: new Set([...row.members].filter((member) => member !== id)),
      })
  },

  countActiveOwners: async () =>
    [...accounts.values()].filter(({ role, status }) => role === 'Owner' && status === 'active')
      .length,

  list: async ({ text, role, status, mfa }, { after, limit }) =>
    byAddress(accounts)
      .filter((account) => after === null || account.email > after)
      .filter(
        (account) =>
          (text === null || has(account, text)) &&
          (role === null || account.role === role) &&
          (status === null || account.status === status) &&
          (mfa === null || mfaOf(account) === mfa),
      )
      .slice(0, limit),

  countByKind: async (countMax) =>
    Map.groupBy(accounts.values(), (account) =>
      [account.role, account.status, mfaOf(account)].join(),
    )
      .values()
      .map((same) => {
        const { role, status } = same[0]!
        const mfa = mfaOf(same[0]!)
        return { role, status, mfa, accounts: Math.min(same.length, countMax) }
      })
      .toArray(),

  async suggest(text, limit) {
    const found = byAddress(accounts).filter(
      (account) => account.status === 'active' && has(account, text),
    )
    return found.toSorted((one, other) => startOf(one, text) - startOf(other, text)).slice(0, limit)
  },

  async consumeTimeStep(id, step) {
    if (!accounts.has(id) || (timeSteps.get(id) ?? -1) >= step) return false
    timeSteps.set(id, step)
    return true
  },

  isEmpty: async () => accounts.size === 0,
})

type SignedIn = { readonly id: AccountId; readonly sessionId: SessionId }
function signedIn(
  { accounts, sessions }: Pick<MemoryTables, 'accounts' | 'sessions'>,
  now: Date,
  { id, sessionId }: SignedIn,
): Account | null {
  const session = sessions.get(sessionId)
  return session?.userId === id && session.expiresAt > now ? (accounts.get(id) ?? null) : null
}

const byEmail = (accounts: MemoryTables['accounts'], email: string) =>
  [...accounts.values()].find((account) => account.email === email) ?? null

const byAddress = (accounts: MemoryTables['accounts']): readonly Account[] =>
  [...accounts.values()].toSorted((left, right) => (left.email < right.email ? -1 : 1))

const mfaOf = ({ mfaEnabledAt }: Account): AccountCount['mfa'] =>
  mfaEnabledAt === null ? 'missing' : 'enabled'
const partsOf = ({ email, name }: Account): readonly string[] => [email, name.toLowerCase()]
const has = (account: Account, text: string): boolean =>
  partsOf(account).some((part) => part.includes(text.toLowerCase()))
/** Which part starts with the text; the number of parts if none does. */
const startOf = (account: Account, text: string): number => {
  const parts = partsOf(account)
  const place = parts.findIndex((part) => part.startsWith(text.toLowerCase()))
  return place === -1 ? parts.length : place
}
