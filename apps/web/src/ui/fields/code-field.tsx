import { useState, type ReactNode, type Ref } from 'react'
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
  // The text while an input method composes it: a changed one would be inserted again, in front of the rest.
  const [composed, setComposed] = useState<string | null>(null)
  const take = (text: string) => {
    const code = digitsIn(text).slice(0, codeLength)
    onChange(code)
    if (code.length === codeLength && code !== value) onComplete(code)
  }
  return (
    <Field
      {...field}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      required
      value={composed ?? value}
      onCompositionStart={({ currentTarget }) => setComposed(currentTarget.value)}
      onCompositionEnd={({ currentTarget }) => {
        setComposed(null)
        take(currentTarget.value)
      }}
      onChange={({ target }) => {
        if (composed !== null) setComposed(target.value)
        // Keyboards of telephones compose plain digits, too.
        if (composed === null || !/\D/.test(target.value)) take(target.value)
      }}
    />
  )
}
