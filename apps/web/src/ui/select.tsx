import { useId, type ReactNode } from 'react'
import './select.css'

type SelectProps<Value extends string> = {
  readonly label: string
  readonly name: string
  readonly options: ReadonlyArray<{ readonly value: Value; readonly text: string }>
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
}

/** One of several options, in the list of the browser. */
export function Select<Value extends string>(props: SelectProps<Value>): ReactNode {
  const { label, name, options, chosen, onChoose } = props
  const id = useId()
  return (
    <div className="select">
      <label className="select-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        name={name}
        className="select-box"
        value={chosen}
        onChange={({ target }) => {
          const option = options.find(({ value }) => value === target.value)
          if (option !== undefined) onChoose(option.value)
        }}
      >
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
