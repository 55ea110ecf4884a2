import type { ComponentProps, ReactNode } from 'react'
import './checkbox.css'

type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'type'> & {
  readonly children: ReactNode
}

/** While it is read-only, such as while its form is being sent, it keeps the focus. */
export const Checkbox = ({
  readOnly = false,
  onChange,
  children,
  ...input
}: CheckboxProps): ReactNode => (
  <label className="checkbox">
    <input
      {...input}
      type="checkbox"
      className="checkbox-box"
      aria-disabled={readOnly || undefined}
      onChange={(event) => !readOnly && onChange?.(event)}
    />
    <span>{children}</span>
  </label>
)
