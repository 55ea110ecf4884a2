import {
  anyKey,
  type AccountId,
  type Key,
  type RemainingAccess,
  type Stores,
} from '../ports/index.ts'

const shownMax = 10
const keysPerRead = 100

/**
 * The active keys and linked chats that remain after a change that ended sessions. The person should check them, because
 * an attacker may have created them. Empty if there are none.
 */
export async function remainingAccess(
  stores: Pick<Stores, 'identities' | 'keys' | 'now'>,
  userId: AccountId,
): Promise<{ readonly access?: RemainingAccess }> {
  const keys = await activeKeys(stores, userId)
  const links = await stores.identities.listByUser(userId)
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

/** All active keys, newest first. */
async function activeKeys(
  { keys }: Pick<Stores, 'keys'>,
  ownerId: AccountId,
): Promise<readonly Key[]> {
  const found: Key[] = []
  let after: Key['id'] | null = null
  for (;;) {
    const page: readonly Key[] = await keys.list(
      { ...anyKey, ownerId, status: 'active' },
      { after, limit: keysPerRead },
    )
    found.push(...page)
    after = page.at(-1)?.id ?? null
    if (page.length < keysPerRead) return found
  }
}
