import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { loadCode } from '../lazy-screen.ts'
import { Card } from '../ui/display/card.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { systemMessages } from './messages.ts'

const Releases = lazy(() => loadCode(() => import('./releases.tsx')))

/** Which version runs, and what is new in it. The list is loaded when it is opened. */
export function WhatsNew({ version }: { readonly version: string }): ReactNode {
  const messages = useMessages(systemMessages)
  const ui = useMessages(uiMessages)
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={messages.versionOf(version)}>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{messages.whatsNew}</summary>
        {isOpen && (
          <Suspense fallback={<Skeleton rows={3} label={ui.loading} />}>
            <Releases />
          </Suspense>
        )}
      </details>
    </Card>
  )
}
