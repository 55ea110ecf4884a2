import { useQuery } from '@tanstack/react-query'
import type { Contract } from '../contract/contract.ts'
import { useSession } from '../session/use-session.ts'

/** The sources in which this person may see something, by name; undefined until they are known. */
export function useOwnSources(): readonly string[] | undefined {
  const { client } = useSession()
  const { data } = useQuery({
    queryKey: ['sources', 'own'],
    queryFn: () => client.request<Contract['OwnSourceList']>('/api/v1/me/sources'),
  })
  return data?.data.map(({ source }) => source)
}
