import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { uiMessages } from '../ui/messages.ts'
import { Select } from '../ui/fields/select.tsx'
import type { Filters } from './use-filters.ts'

type SelectFilterProps<Value extends string> = {
  readonly filters: Filters
  readonly name: string
  readonly label: string
  readonly options: { readonly [Name in Value]: string }
}

/** A filter with one of a few values, or all of them. */
export function SelectFilter<Value extends string>(props: SelectFilterProps<Value>): ReactNode {
  const { filters, name, label, options } = props
  const ui = useMessages(uiMessages)
  return (
    <Select
      label={label}
      name={name}
      options={[
        { value: '', text: ui.all },
        ...Object.entries<string>(options).map(([value, text]) => ({ value, text })),
      ]}
      chosen={filters.values[name] ?? ''}
      onChoose={(value) => filters.set(name, value)}
    />
  )
}
