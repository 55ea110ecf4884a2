import { useId, type ComponentProps, type ReactNode, type Ref } from 'react'
import './field.css'
import { useFieldFault } from './use-field-fault.ts'

type FieldProps = {
  readonly label: string
  readonly hint?: ReactNode
  /** What is wrong with the value; shown below it, and read with the field. */
  readonly fault?: string | undefined
  /** Stands inside the box, after the text. */
  readonly after?: ReactNode
  readonly inputRef?: Ref<HTMLInputElement> | undefined
} & Omit<ComponentProps<'input'>, 'className' | 'ref'>

/** A text field: label above, hint and fault below. */
export function Field({
  label,
  hint,
  fault: given,
  after,
  inputRef,
  ...input
}: FieldProps): ReactNode {
  const id = useId()
  const { fault, checked } = useFieldFault(id, given, input.onChange)
  const described = [
    hint === undefined ? '' : `${id}-hint`,
    fault === undefined ? '' : `${id}-fault`,
  ].filter((part) => part !== '')
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="field-box" data-invalid={fault === undefined ? undefined : ''}>
        <input
          {...input}
          {...checked}
          ref={inputRef}
          id={id}
          className="field-input"
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={described.length === 0 ? undefined : described.join(' ')}
        />
        {after}
      </div>
      {fault !== undefined && (
        <p className="field-fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
      {hint !== undefined && (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  )
}
