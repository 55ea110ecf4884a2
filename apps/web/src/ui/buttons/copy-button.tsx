import { useState, type ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { Check, Copy } from './icons.ts'
import { uiMessages } from '../messages.ts'
import './copy-button.css'

type CopyButtonProps = {
  readonly text: string
  /** What the button copies, for screen readers, such as "Copy the secret". */
  readonly label?: string
  /** The label is on the button, too. */
  readonly isNamed?: boolean
  readonly onCopied?: () => void
}

/** Copies a text, and says whether that worked. */
export function CopyButton({ text, label, isNamed = false, onCopied }: CopyButtonProps): ReactNode {
  const messages = useMessages(uiMessages)
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  const copy = async () => {
    const isCopied = await copyText(text)
    setOutcome(isCopied ? 'copied' : 'failed')
    if (isCopied) onCopied?.()
  }
  return (
    <>
      <Button kind="secondary" aria-label={label} onClick={() => void copy()}>
        {outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
        {outcome === 'copied' ? messages.copied : isNamed ? label : messages.copy}
      </Button>
      <span role="status" className={outcome === 'failed' ? 'copy-failed' : 'visually-hidden'}>
        {outcome === 'copied' && messages.copied}
        {outcome === 'failed' && messages.copyFailed}
      </span>
    </>
  )
}
