import { Link, useBlocker } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { mountPath } from '../session/mount-path.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Problem } from '../ui/problem.tsx'
import { useAct } from '../ui/use-act.ts'
import { AccountPage } from './account-page.tsx'
import { KeyExamples } from './key-examples.tsx'
import { accountMessages } from './messages.ts'
import type { CreatedKey } from './use-keys.ts'
import './created-key.css'

/** The key itself, shown once. The page is held until it was copied or marked as stored. */
export function CreatedKeyView({ created }: { readonly created: CreatedKey }): ReactNode {
  const messages = useMessages(accountMessages)
  const [isStored, setStored] = useState(false)
  const key = created.key ?? ''
  useBlocker({
    // oxlint-disable-next-line no-alert -- the router asks before the page is left, and waits for the answer
    shouldBlockFn: () => !window.confirm(messages.leave),
    enableBeforeUnload: !isStored,
    disabled: isStored,
  })
  return (
    <AccountPage title={messages.createdTitle(created.name)} lead={messages.createdLead}>
      <div className="created-key">
        <code className="created-key-text">{key}</code>
        <CopyButton text={key} label={messages.copyKey} onCopied={() => setStored(true)} />
      </div>
      <KeyExamples apiKey={key} url={`${location.origin}${mountPath()}`} />
      <Trial apiKey={key} />
      <Checkbox checked={isStored} onChange={({ target }) => setStored(target.checked)}>
        {messages.stored}
      </Checkbox>
      <div>
        <Link className="button" data-kind="primary" to="/me/keys">
          {messages.done}
        </Link>
      </div>
    </AccountPage>
  )
}

/** One search with the key itself, as a program would send it. */
function Trial({ apiKey }: { readonly apiKey: string }): ReactNode {
  const { client } = useSession()
  const messages = useMessages(accountMessages)
  const [count, setCount] = useState<number | null>(null)
  const act = useAct(
    () =>
      client.requestAnonymously<{ readonly results: readonly unknown[] }>('/public/v1/search', {
        method: 'POST',
        json: { query: 'Ken' },
        headers: { authorization: `Bearer ${apiKey}` },
      }),
    (answer) => setCount(answer.results.length),
  )
  return (
    <div className="created-key-trial">
      <Button kind="secondary" isBusy={act.isBusy} onClick={() => act.run(undefined)}>
        {messages.tryIt}
      </Button>
      {count !== null && <Notice role="status">{messages.tried(count)}</Notice>}
      {act.error !== null && <Problem error={act.error} />}
    </div>
  )
}
