import type { ComponentProps, ReactNode } from 'react'
import './checkbox.css'

type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'type'> & {
  readonly children: ReactNode
}

export const Checkbox = ({ children, ...input }: CheckboxProps): ReactNode => (
  <label className="checkbox">
    <input {...input} type="checkbox" className="checkbox-box" />
    <span>{children}</span>
  </label>
)
