import { useId, type ReactNode } from 'react'
import './text-area.css'

type TextAreaProps = {
  readonly label: string
  readonly hint?: string
  /** What is wrong with the text. */
  readonly fault?: string | undefined
  readonly readOnly?: boolean
  readonly value: string
  readonly onChange: (text: string) => void
}

/** Text of several lines. */
export function TextArea({
  label,
  hint,
  fault,
  readOnly,
  value,
  onChange,
}: TextAreaProps): ReactNode {
  const id = useId()
  return (
    <div className="text-area">
      <label className="text-area-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="text-area-box"
        rows={5}
        spellCheck={false}
        readOnly={readOnly}
        value={value}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
      />
      <div
        id={`${id}-hint`}
        className="text-area-hint"
        data-fault={fault === undefined ? undefined : ''}
      >
        {fault ?? hint}
      </div>
    </div>
  )
}
