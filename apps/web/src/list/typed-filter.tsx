import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Field } from '../ui/fields/field.tsx'
import type { Filters } from './use-filters.ts'

const pauseMs = 200
/** A year has no fifth digit. */
const bounds = { search: { maxLength: 100 }, date: { max: '9999-12-31' } }

type TypedFilterProps = {
  readonly filters: Filters
  readonly name: string
  readonly label: string
  readonly example?: string
  readonly type?: 'search' | 'date'
}

/** A filter by text, or by a day. It applies after a pause in typing, unless the filters are cleared before. */
export const TypedFilter = (props: TypedFilterProps): ReactNode => (
  <Typed key={props.filters.clearedTimes} {...props} />
)

function Typed({ filters, name, label, example, type = 'search' }: TypedFilterProps): ReactNode {
  const applied = filters.values[name] ?? ''
  const [typed, setTyped] = useState(applied)
  const [lastApplied, setLastApplied] = useState(applied)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The address changed by a link or the Back button.
  if (applied !== lastApplied) {
    setLastApplied(applied)
    if (applied !== typed.trim()) setTyped(applied)
  }
  const apply = (text: string) => {
    clearTimeout(timer.current)
    if (text.trim() !== applied) filters.set(name, text.trim(), true)
  }
  return (
    <Field
      type={type}
      label={label}
      name={name}
      value={typed}
      placeholder={example}
      {...bounds[type]}
      autoComplete="off"
      onChange={({ target }) => {
        setTyped(target.value)
        clearTimeout(timer.current)
        timer.current = setTimeout(apply, pauseMs, target.value)
      }}
      onKeyDown={({ key }) => key === 'Enter' && apply(typed)}
    />
  )
}
