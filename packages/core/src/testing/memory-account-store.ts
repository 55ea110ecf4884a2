import type { AccountStore } from '../ports/account-store.ts'
import type { MemoryTables } from './memory-database.ts'

export const memoryAccountStore = ({ accounts, timeSteps }: MemoryTables): AccountStore => ({
  async insert(account) {
    if (accounts.has(account.id)) throw new Error(`account ${account.id} exists`)
    if (byEmail(accounts, account.email) !== null) throw new Error(`an account of ${account.email} exists`)
    accounts.set(account.id, account)
  },

  find: async (id) => accounts.get(id) ?? null,

  findByEmail: async (email) => byEmail(accounts, email),

  async update(account) {
    if (!accounts.has(account.id)) throw new Error(`account ${account.id} is missing`)
    const holder = byEmail(accounts, account.email)
    if (holder !== null && holder.id !== account.id) throw new Error(`an account of ${account.email} exists`)
    accounts.set(account.id, account)
  },

  async consumeTimeStep(id, step) {
    if (!accounts.has(id) || (timeSteps.get(id) ?? -1) >= step) return false
    timeSteps.set(id, step)
    return true
  },

  isEmpty: async () => accounts.size === 0,
})

const byEmail = (accounts: MemoryTables['accounts'], email: string) =>
  [...accounts.values()].find((account) => account.email === email) ?? null
