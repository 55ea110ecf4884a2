import { useBlocker } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { ActButton } from '../ui/act-button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Problem } from '../ui/problem.tsx'
import { useAct } from '../ui/use-act.ts'
import { exampleQuery } from './examples.ts'
import { KeyExamples } from './key-examples.tsx'
import { keyMessages } from './messages.ts'
import './created-key.css'

type ShownOnceProps = {
  readonly apiKey: string
  /** Only one's own key is tried: a search with it is a search as its person. */
  readonly whose: 'own' | 'person' | 'service'
  /** The way on. */
  readonly children: ReactNode
}

/** The key itself, shown once. The page is held until it was copied or marked as stored. */
export function CreatedKeyView({ apiKey, whose, children }: ShownOnceProps): ReactNode {
  const messages = useMessages(keyMessages)
  const [isStored, setStored] = useState(false)
  useBlocker({
    // oxlint-disable-next-line no-alert -- the router asks before the page is left, and waits for the answer
    shouldBlockFn: () => !window.confirm(messages.leave),
    enableBeforeUnload: !isStored,
    disabled: isStored,
  })
  return (
    <>
      <div className="created-key">
        <code className="created-key-text">{apiKey}</code>
        <CopyButton text={apiKey} label={messages.copyKey} onCopied={() => setStored(true)} />
      </div>
      <KeyExamples apiKey={apiKey} isService={whose === 'service'} />
      {whose === 'own' && <Trial apiKey={apiKey} />}
      <Checkbox checked={isStored} onChange={({ target }) => setStored(target.checked)}>
        {messages.stored}
      </Checkbox>
      <div>{children}</div>
    </>
  )
}

/** The search of the examples, with the key itself. */
function Trial({ apiKey }: { readonly apiKey: string }): ReactNode {
  const { client } = useSession()
  const messages = useMessages(keyMessages)
  const [count, setCount] = useState<number | null>(null)
  const act = useAct(
    () =>
      client.requestAnonymously<{ readonly results: readonly unknown[] }>('/public/v1/search', {
        method: 'POST',
        json: { query: exampleQuery },
        headers: { authorization: `Bearer ${apiKey}` },
      }),
    (answer) => setCount(answer.results.length),
  )
  return (
    <div className="created-key-trial">
      <ActButton kind="secondary" act={act} onClick={() => act.run(undefined)}>
        {messages.tryIt}
      </ActButton>
      {count !== null && <Notice role="status">{messages.tried(count, exampleQuery)}</Notice>}
      {act.error !== null && <Problem error={act.error} />}
    </div>
  )
}
