import type { ReactNode, Ref } from 'react'
import { digitsIn } from './digits-in.ts'
import { Field } from './field.tsx'

type CodeFieldProps = {
  readonly label: string
  readonly hint?: string
  readonly fault?: string | undefined
  readonly value: string
  readonly inputRef?: Ref<HTMLInputElement>
  readonly onChange: (code: string) => void
  /** Called once, when the sixth digit was typed or pasted. */
  readonly onComplete: (code: string) => void
}

const codeLength = 6

/** A one-time code, in one input. Spaces and dashes of a pasted code are left out, and digits of other scripts are accepted. */
export function CodeField({ value, onChange, onComplete, ...field }: CodeFieldProps): ReactNode {
  return (
    <Field
      {...field}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      required
      value={value}
      onChange={({ target }) => {
        const code = digitsIn(target.value).slice(0, codeLength)
        onChange(code)
        if (code.length === codeLength && code !== value) onComplete(code)
      }}
    />
  )
}
