import { keyStatus, type AccountId, type Key, type StandingAccess, type Stores } from '../ports/index.ts'

const shownMax = 10
const keysPerRead = 100

/**
 * What a person should look through after a change that ended sessions: keys and linked chats outlive it, and somebody else
 * may have made them. Empty where there is none.
 */
export async function standingAccess(
  stores: Pick<Stores, 'identities' | 'keys' | 'now'>,
  userId: AccountId,
): Promise<{ readonly access?: StandingAccess }> {
  const keys = await keysInForce(stores, userId)
  const links = await stores.identities.listOf(userId)
  if (keys.length + links.length === 0) return {}
  const more = Math.max(0, keys.length - shownMax) + Math.max(0, links.length - shownMax)
  return {
    access: {
      keys: keys.slice(0, shownMax).map(({ name, prefix }) => ({ name, prefix })),
      links: links.slice(0, shownMax).map(({ source }) => ({ source })),
      more,
    },
  }
}

/** Newest first. Revoked and expired keys stay listed, so that those in force may be on any page. */
async function keysInForce({ keys, now }: Pick<Stores, 'keys' | 'now'>, ownerId: AccountId): Promise<readonly Key[]> {
  const [wanted, at] = [await keys.countActive(ownerId), await now()]
  const found: Key[] = []
  let after: Key['id'] | null = null
  while (found.length < wanted) {
    const page: readonly Key[] = await keys.list({ ownerId, responsibleId: null }, { after, limit: keysPerRead })
    found.push(...page.filter((key) => keyStatus(key, at) === 'active'))
    after = page.at(-1)?.id ?? null
    if (page.length < keysPerRead) break
  }
  return found
}
