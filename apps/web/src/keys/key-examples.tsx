import { useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { mountPath } from '../session/mount-path.ts'
import { useProfile } from '../session/use-profile.ts'
import { Code } from '../ui/display/code.tsx'
import { Choice } from '../ui/fields/choice.tsx'
import { CopyButton } from '../ui/buttons/copy-button.tsx'
import { examplesOf } from './examples.ts'
import { keyMessages } from './messages.ts'
import './key-examples.css'

type KeyExamplesProps = { readonly apiKey: string; readonly isService: boolean }

/** How programs use a key, ready to copy. */
export function KeyExamples({ apiKey, isService }: KeyExamplesProps): ReactNode {
  const messages = useMessages(keyMessages)
  const [chosen, setChosen] = useState('curl')
  const url = `${location.origin}${mountPath()}`
  const { data: profile } = useProfile()
  // Only keys of people are accepted there.
  const mcpUrl = isService ? null : (profile?.features.mcp_url ?? null)
  const examples = examplesOf({ apiKey, url, mcpUrl, isService })
  const { program, text } = examples.find((one) => one.program === chosen) ?? examples[0]!
  return (
    <section className="key-examples">
      <Choice
        label={messages.useIt}
        name="program"
        options={examples.map(({ program: value }) => ({ value, text: value }))}
        chosen={program}
        onChoose={setChosen}
      />
      {isService && <p>{messages.onBehalf}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <pre className="key-example" role="region" aria-label={program} tabIndex={0}>
        <Code>{text}</Code>
      </pre>
      <div>
        <CopyButton text={text} label={messages.copyExample} />
      </div>
      {mcpUrl !== null && (
        <p>
          {/* Another tab, because this one shows the key only once. */}
          <a href={`${url}/public/v1/docs#assistants`} target="_blank" rel="noreferrer">
            {messages.connectAssistant}
          </a>
        </p>
      )}
    </section>
  )
}
