import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Button } from '../ui/buttons/button.tsx'
import { X } from '../ui/buttons/icons.ts'
import { listMessages } from './messages.ts'

type ChosenFilterProps = {
  readonly label: string
  readonly value: string
  readonly onRemove: () => void
}

/** A filter that was set elsewhere, with what it is set to. Pressing it removes it. */
export function ChosenFilter({ label, value, onRemove }: ChosenFilterProps): ReactNode {
  const messages = useMessages(listMessages)
  return (
    <Button kind="secondary" aria-label={messages.removeFilter(label, value)} onClick={onRemove}>
      {label}: {value}
      <X aria-hidden />
    </Button>
  )
}
