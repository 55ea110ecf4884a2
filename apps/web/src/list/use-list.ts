import type { Page } from '@ken/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSession } from '../session/use-session.ts'
import { useSliced } from '../ui/page/use-sliced.ts'
import { usePaging, type Paging } from './use-paging.ts'

/** One page of a list of the server. */
export type List<Item> = {
  /** Undefined until the first page is there. */
  readonly items: readonly Item[] | undefined
  readonly nextCursor: string | null
  /** The items are those of before: another page is on its way, or this one could not be read again. */
  readonly isStale: boolean
  readonly readAt: Date
  readonly error: Error | null
  readonly readAgain: () => void
  readonly paging: Paging
}

const pollMs = 5_000

type Wanted<Item> = {
  /** The first part of the key in the cache; acts of the area read everything below it again. */
  readonly area: string
  readonly path: string
  readonly filters: { readonly [name: string]: string }
  /** Items that change by themselves: their page is read again while there is one. */
  readonly isChanging?: (item: Item) => boolean
}

/** Reads the page of a list that the address asks for. The rows of before stay until it is there. */
export function useList<Item>({
  area,
  path,
  filters,
  isChanging = () => false,
}: Wanted<Item>): List<Item> {
  const { client } = useSession()
  const paging = usePaging()
  const query = new URLSearchParams({ ...filters, limit: String(paging.limit) })
  if (paging.cursor !== undefined) query.set('cursor', paging.cursor)
  const url = `${path}?${query}`
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useQuery({
    queryKey: [area, path, url],
    queryFn: ({ signal }) => client.request<Page<Item>>(url, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isChanging) === true ? pollMs : false),
  })
  const shown = useSliced(data)
  const shownUrl = useSliced(isPlaceholderData ? null : url)
  return {
    items: data && shown?.data,
    nextCursor: shown?.next_cursor ?? null,
    isStale: shownUrl !== url || error !== null,
    readAt: new Date(dataUpdatedAt),
    error,
    readAgain: () => void refetch(),
    paging,
  }
}
