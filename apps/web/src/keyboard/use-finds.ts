import type { Page, User } from '@ken/client'
import { useQuery } from '@tanstack/react-query'
import type { Contract } from '../contract/contract.ts'
import { useSession } from '../session/use-session.ts'
import { matching } from './matching.ts'

type Found = {
  readonly people: readonly User[]
  readonly keys: ReadonlyArray<{ readonly path: string; readonly key: Contract['Key'] }>
}

const lengthMin = 2
const foundMax = 5

/** The people and keys that a text finds, once it has two characters. */
export function useFinds(
  text: string,
  may: readonly string[],
): {
  readonly found: Found | undefined
  readonly isSearching: boolean
  readonly error: Error | null
} {
  const { client } = useSession()
  const isWanted = text.length >= lengthMin
  const query = new URLSearchParams({ q: text, limit: String(foundMax) })
  const { data, isFetching, error } = useQuery({
    queryKey: ['palette', text],
    queryFn: async ({ signal }): Promise<Found> => {
      const people = async () =>
        may.includes('people.read')
          ? (await client.request<Page<User>>(`/api/v1/admin/users?${query}`, { signal })).data
          : []
      const [persons, keys] = await Promise.all([people(), findKeys(signal)])
      return { people: persons, keys }
    },
    enabled: isWanted,
  })

  async function findKeys(signal: AbortSignal): Promise<Found['keys']> {
    if (may.includes('keys.read')) {
      const all = await client.request<Page<Contract['Key']>>(`/api/v1/admin/keys?${query}`, {
        signal,
      })
      return all.data.map((key) => ({ path: `/admin/keys/${key.id}`, key }))
    }
    const own = await client.request<Page<Contract['Key']>>('/api/v1/me/keys?limit=100', { signal })
    return matching(text, own.data)
      .slice(0, foundMax)
      .map((key) => ({ path: `/me/keys/${key.id}`, key }))
  }
  return {
    found: isWanted ? data : undefined,
    isSearching: isWanted && isFetching,
    error: isWanted ? error : null,
  }
}
