import { useQuery } from '@tanstack/react-query'
import type { Contract } from '../contract/contract.ts'
import { useSession } from '../session/use-session.ts'

/** All sources of documents, by name. */
export function useKnownSources(): readonly string[] {
  const { client } = useSession()
  const { data } = useQuery({
    queryKey: ['knowledge', 'sources'],
    queryFn: () => client.request<Contract['SourceList']>('/api/v1/admin/knowledge/sources'),
  })
  return data?.data.map(({ source }) => source) ?? []
}
