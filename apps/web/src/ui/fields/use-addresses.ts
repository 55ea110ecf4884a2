import { useState } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { uiMessages } from '../messages.ts'
import { addressesIn } from './addresses-in.ts'

/** The addresses that a person has typed or pasted into one field. */
export type Addresses = {
  readonly emails: readonly string[]
  /** What to say at the field. */
  readonly fault: string | undefined
  /** Sends them. If there are none or too many, nothing is sent and the field gets the focus. */
  readonly submit: (form: HTMLFormElement, send: () => void) => void
}

/** Reads addresses that are separated by commas, semicolons, spaces or lines. */
export function useAddresses(
  text: string,
  { max, tooMany }: { readonly max: number; readonly tooMany: string },
): Addresses {
  const { faults } = useMessages(uiMessages)
  const [wasEmpty, setWasEmpty] = useState(false)
  const emails = addressesIn(text)
  const isEmpty = emails.length === 0
  const isTooMany = emails.length > max
  return {
    emails,
    fault: isTooMany ? tooMany : wasEmpty && isEmpty ? faults.missing : undefined,
    submit(form, send) {
      setWasEmpty(isEmpty)
      if (isEmpty || isTooMany) form.querySelector('textarea')?.focus()
      else send()
    },
  }
}
