import { useId, type ReactNode } from 'react'
import './select.css'

type Option<Value extends string> = { readonly value: Value; readonly text: string }
type Group<Value extends string> = {
  readonly label: string
  readonly options: ReadonlyArray<Option<Value>>
}

type SelectProps<Value extends string> = {
  readonly label: string
  readonly name: string
  readonly options: ReadonlyArray<Option<Value>>
  /** Further options under a heading each. */
  readonly groups?: ReadonlyArray<Group<Value>>
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
}

/** One of several options, in the list of the browser. */
export function Select<Value extends string>(props: SelectProps<Value>): ReactNode {
  const { label, name, options, groups = [], chosen, onChoose } = props
  const all = [...options, ...groups.flatMap((group) => group.options)]
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
          const option = all.find(({ value }) => value === target.value)
          if (option !== undefined) onChoose(option.value)
        }}
      >
        <Options options={options} />
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            <Options options={group.options} />
          </optgroup>
        ))}
      </select>
    </div>
  )
}

const Options = <Value extends string>({ options }: Pick<Group<Value>, 'options'>): ReactNode =>
  options.map(({ value, text }) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))
