import type { ReactNode } from 'react'
import './choice.css'

type ChoiceProps<Value extends string> = {
  readonly label: string
  readonly name: string
  readonly options: ReadonlyArray<{ readonly value: Value; readonly text: string }>
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
  /** Stays as it is, such as while its form is being sent. It keeps the focus. */
  readonly readOnly?: boolean
  /** Below each other. */
  readonly isStacked?: boolean
}

/** One of a few options, all of them in sight. */
export function Choice<Value extends string>({
  label,
  name,
  options,
  chosen,
  onChoose,
  readOnly = false,
  isStacked = false,
}: ChoiceProps<Value>): ReactNode {
  return (
    <fieldset
      className="choice"
      // An arrow key would move the focus to an option that cannot be chosen.
      onKeyDown={(event) => {
        if (readOnly && event.key.startsWith('Arrow')) event.preventDefault()
      }}
    >
      <legend className="choice-label">{label}</legend>
      <div className="choice-options" data-stacked={isStacked || undefined}>
        {options.map(({ value, text }) => (
          <label key={value} className="choice-option">
            <input
              type="radio"
              className="choice-input"
              name={name}
              value={value}
              checked={value === chosen}
              aria-disabled={readOnly || undefined}
              onChange={() => !readOnly && onChoose(value)}
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
