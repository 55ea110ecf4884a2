import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Layer } from './layer.tsx'
import { keyboardMessages } from './messages.ts'
import { ShortcutTable } from './shortcut-table.tsx'

/** All shortcuts, over the page. */
export function ShortcutsLayer({ onClose }: { readonly onClose: () => void }): ReactNode {
  const messages = useMessages(keyboardMessages)
  return (
    <Layer label={messages.shortcuts} onClose={onClose}>
      <h2>{messages.shortcuts}</h2>
      <ShortcutTable />
      <div>
        <Button kind="secondary" onClick={onClose}>
          {messages.close}
        </Button>
      </div>
    </Layer>
  )
}
