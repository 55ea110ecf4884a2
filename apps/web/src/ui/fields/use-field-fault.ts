import { useEffect, useState, type ChangeEvent, type SyntheticEvent } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { uiMessages } from '../messages.ts'

type Input = HTMLInputElement

type FieldFault = {
  readonly fault: string | undefined
  /** What the input needs so that its constraints are checked here. */
  readonly checked: {
    readonly onInvalid: (event: SyntheticEvent<Input>) => void
    readonly onChange: (event: ChangeEvent<Input>) => void
  }
}

/**
 * What is wrong with a field, in the language of the page: a broken constraint, else what the screen
 * says. The browser would say it in its own language, in a bubble that disappears. The first field of
 * the form with a fault gets the focus.
 */
export function useFieldFault(
  id: string,
  given: string | undefined,
  onChange: ((event: ChangeEvent<Input>) => void) | undefined,
): FieldFault {
  const messages = useMessages(uiMessages)
  const [broken, setBroken] = useState<'missing' | 'email' | null>(null)
  const fault = broken === null ? given : messages.faults[broken]
  useEffect(() => {
    const input = document.getElementById(id)
    if (given !== undefined && input !== null) focusIfFirst(input)
  }, [id, given])
  return {
    fault,
    checked: {
      onInvalid: (event) => {
        const { validity } = event.currentTarget
        if (!validity.valueMissing && !validity.typeMismatch) return
        event.preventDefault()
        focusIfFirst(event.currentTarget, 'input:invalid')
        setBroken(validity.valueMissing ? 'missing' : 'email')
      },
      onChange: (event) => {
        setBroken(null)
        onChange?.(event)
      },
    },
  }
}

export function focusIfFirst(input: HTMLElement, faulty = '[aria-invalid="true"]'): void {
  if (input.closest('form, dialog')?.querySelector(faulty) === input) input.focus()
}
