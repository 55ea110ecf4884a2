import { useNavigate, useSearch } from '@tanstack/react-router'

/** The filters of a list with their allowed values; null allows any text. */
export type FilterForm = { readonly [name: string]: readonly string[] | null }

/** The filters of a list. They are in the address, so links and the Back button keep them. */
export type Filters = {
  /** Only filters that are set, with an allowed value. */
  readonly values: { readonly [name: string]: string }
  /** Sets a filter, or removes it with an empty value, and leads to the first page. */
  readonly set: (name: string, value: string) => void
  readonly clear: () => void
}

export function useFilters(form: FilterForm): Filters {
  const search: { readonly [name: string]: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const values: Record<string, string> = {}
  for (const [name, allowed] of Object.entries(form)) {
    const value = search[name]
    if (typeof value !== 'string' || value === '') continue
    if (allowed === null || allowed.includes(value)) values[name] = value
  }
  const go = (changes: { readonly [name: string]: string | undefined }, replace: boolean) =>
    void navigate({
      to: '.',
      search: { ...search, ...changes, cursor: undefined },
      replace,
      resetScroll: false,
    })
  return {
    values,
    // Each letter of a text would be an entry of the history.
    set: (name, value) =>
      go({ [name]: value === '' ? undefined : value }, (form[name] ?? null) === null),
    clear: () => go(Object.fromEntries(Object.keys(form).map((name) => [name, undefined])), false),
  }
}
