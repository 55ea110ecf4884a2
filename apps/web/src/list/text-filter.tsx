import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Field } from '../ui/field.tsx'
import type { Filters } from './use-filters.ts'

const pauseMs = 200
const lengthMax = 100

type TextFilterProps = {
  readonly filters: Filters
  readonly name: string
  readonly label: string
}

/** A filter by text. It applies after a pause in typing, unless the filters are cleared before. */
export const TextFilter = (props: TextFilterProps): ReactNode => (
  <TypedFilter key={props.filters.clearedTimes} {...props} />
)

function TypedFilter({ filters, name, label }: TextFilterProps): ReactNode {
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
      type="search"
      label={label}
      name={name}
      value={typed}
      maxLength={lengthMax}
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
