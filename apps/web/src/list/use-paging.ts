import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'

/** The page of a list; it is in the address, too. */
export type Paging = {
  readonly cursor: string | undefined
  readonly limit: number
  /** Counts from 1; null for a page that was reached by a link. */
  readonly page: number | null
  readonly next: (cursor: string) => void
  /** Goes back to the page before; from a page that was reached by a link, to the first one. */
  readonly previous: () => void
  readonly setLimit: (limit: number) => void
}

/** Rows per page. The server allows the largest at most. */
export const limits = [25, 50, 100] as const

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page of the list at this entry. */
    readonly page?: number
  }
}

export function usePaging(): Paging {
  const search: { readonly [name: string]: unknown } = useSearch({ strict: false })
  const state = useLocation({ select: (location) => location.state })
  const navigate = useNavigate()
  const { history } = useRouter()
  const cursor = typeof search['cursor'] === 'string' ? search['cursor'] : undefined
  const limit = limits.find((one) => String(one) === search['limit']) ?? limits[0]
  const page = cursor === undefined ? 1 : (state.page ?? null)
  const first = { ...search, cursor: undefined }
  return {
    cursor,
    limit,
    page,
    next: (after) =>
      void navigate({
        to: '.',
        search: { ...search, cursor: after },
        state: { page: (page ?? 1) + 1 },
        resetScroll: false,
      }),
    previous: () =>
      page === null || page === 1
        ? void navigate({ to: '.', search: first, resetScroll: false })
        : history.back(),
    setLimit: (rows) =>
      void navigate({
        to: '.',
        search: { ...first, limit: rows === limits[0] ? undefined : String(rows) },
        resetScroll: false,
      }),
  }
}
