import type { SearchAnswer } from '@ken/client'
import {
  keepPreviousData,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useSession } from '../session/use-session.ts'
import type { Asked } from './asked.ts'

const freshMs = 60_000
/** As long as a page waits for anything else that it reads. */
const limitMs = 30_000

/** The results of a search; the same one again within a minute comes from memory. */
export function useSearch({ query, sources }: Asked, limit: number): UseQueryResult<SearchAnswer> {
  const { client } = useSession()
  return useQuery({
    queryKey: ['search', query, sources, limit],
    queryFn: ({ signal }) =>
      client.request<SearchAnswer>('/public/v1/search', {
        method: 'POST',
        json: { query, limit, ...(sources.length > 0 && { sources }) },
        signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
      }),
    enabled: query !== '',
    staleTime: freshMs,
    refetchOnWindowFocus: false,
    // Nothing but reading is ever sent twice.
    retry: false,
    placeholderData: (previous, last) =>
      // More results of the same search keep the ones before; another search starts empty.
      last?.queryKey[1] === query ? keepPreviousData(previous) : undefined,
  })
}

/** Sends a search that is on the screen once more, unless it is on its way. */
export function useSearchAgain(): (asked: Asked) => Promise<void> {
  const queryClient = useQueryClient()
  return ({ query, sources }) =>
    queryClient.refetchQueries(
      { queryKey: ['search', query, sources], type: 'active' },
      { cancelRefetch: false },
    )
}
