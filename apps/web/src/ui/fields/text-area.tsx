import { useEffect, useId, useRef, type ReactNode } from 'react'
import './text-area.css'
import { focusIfFirst } from './use-field-fault.ts'

type TextAreaProps = {
  readonly label: string
  readonly hint?: string
  /** What is wrong with the text. */
  readonly fault?: string | undefined
  readonly readOnly?: boolean
  readonly value: string
  readonly onChange: (text: string) => void
}

/** Text of several lines. If it is the first field of the form with a fault, it gets the focus. */
export function TextArea({
  label,
  hint,
  fault,
  readOnly,
  value,
  onChange,
}: TextAreaProps): ReactNode {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const isFaulty = fault !== undefined
  useEffect(() => {
    if (isFaulty && area.current !== null) focusIfFirst(area.current)
  }, [isFaulty])
  return (
    <div className="text-area">
      <label className="text-area-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={area}
        id={id}
        className="text-area-box"
        rows={5}
        spellCheck={false}
        readOnly={readOnly}
        value={value}
        aria-invalid={isFaulty || undefined}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
      />
      <div id={`${id}-hint`} className="text-area-hint" data-fault={isFaulty ? '' : undefined}>
        {fault ?? hint}
      </div>
    </div>
  )
}
