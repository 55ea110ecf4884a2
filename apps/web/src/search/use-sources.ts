import { useQuery } from '@tanstack/react-query'
import { useSession } from '../session/use-session.ts'

type Sources = { readonly data: ReadonlyArray<{ readonly source: string }> }

/** The sources in which this person may see something, by name. */
export function useSources(): readonly string[] {
  const { client } = useSession()
  const { data } = useQuery({
    queryKey: ['search', 'sources'],
    queryFn: () => client.request<Sources>('/api/v1/me/sources'),
  })
  return data?.data.map(({ source }) => source) ?? []
}
