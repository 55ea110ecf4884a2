import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'

/** The filters of a list with their allowed values; null allows any text. */
export type FilterForm = { readonly [name: string]: readonly string[] | null }

/** The filters of a list. They are in the address, so links and the Back button keep them. */
export type Filters = {
  /** Only filters that are set, with an allowed value. */
  readonly values: { readonly [name: string]: string }
  /**
   * Sets a filter, or removes it with an empty value, and leads to the first page. Back undoes it, unless it is being
   * typed: each letter would be an entry of the history. Stays the same for a form.
   */
  readonly set: (name: string, value: string, isTyped?: boolean) => void
  readonly clear: () => void
  /** How often they were cleared: what was typed and not applied until then is void. */
  readonly clearedTimes: number
}

export function useFilters(form: FilterForm): Filters {
  const search: { readonly [name: string]: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [clearedTimes, setClearedTimes] = useState(0)
  const values: Record<string, string> = {}
  for (const [name, allowed] of Object.entries(form)) {
    const value = search[name]
    if (typeof value !== 'string' || value === '') continue
    if (allowed === null || allowed.includes(value)) values[name] = value
  }
  const go = useCallback(
    (changes: { readonly [name: string]: string | undefined }, replace: boolean) =>
      void navigate({
        to: '.',
        // A text applies after a pause, in which another filter may have changed.
        search: (current: object) => ({ ...current, ...changes, cursor: undefined }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  return {
    values,
    set: useCallback(
      (name: string, value: string, isTyped = false) =>
        go({ [name]: value === '' ? undefined : value }, isTyped),
      [go],
    ),
    clear: () => {
      setClearedTimes(clearedTimes + 1)
      go(Object.fromEntries(Object.keys(form).map((name) => [name, undefined])), false)
    },
    clearedTimes,
  }
}
