import { useState, type ReactNode } from 'react'
import { useBotKit } from '../bots/bot-kit.ts'
import type { Bot } from '../bots/bot.ts'
import { useShowBot } from '../bots/use-bot.ts'
import { useMessages } from '../language/use-messages.ts'
import { useJsonDraft } from '../session/kept/use-draft.ts'
import { useSession } from '../session/use-session.ts'
import { Card } from '../ui/display/card.tsx'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { faultyFields } from '../ui/fields/faulty-fields.ts'
import { Problem } from '../ui/refusals/problem.tsx'
import { SubmitButton } from '../ui/acts/submit-button.tsx'
import { TextArea } from '../ui/fields/text-area.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { workspaceChatMessages } from './messages.ts'

/** Null for what is as it was stored. */
type Typed = { readonly isOn: boolean | null; readonly prompts: string | null }
const nothing: Typed = { isOn: null, prompts: null }

const linesOf = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.trim() !== '')

/** Whether the app shows that it is at work, and which questions it suggests. */
export function AiFeaturesCard({ bot }: { readonly bot: Bot }): ReactNode {
  const { client } = useSession()
  const messages = useMessages(workspaceChatMessages)
  const kit = useBotKit()
  const showBot = useShowBot()
  const [typed, keep, drop] = useJsonDraft('ai-features', nothing)
  const [isSaved, setSaved] = useState(false)
  const stored = {
    isOn: bot.app?.ai_features === true,
    prompts: bot.app?.prompts.join('\n') ?? '',
  }
  const isOn = typed.isOn ?? stored.isOn
  const prompts = typed.prompts ?? stored.prompts
  const act = useAct(
    async () => {
      // Only what this person changes is sent, so that it takes nothing of another administrator's back.
      const json = {
        ...(typed.isOn !== null && { ai_features: typed.isOn }),
        ...(typed.prompts !== null && { prompts: linesOf(typed.prompts) }),
      }
      return kit.botOf(await client.request(kit.path, { method: 'PUT', json }))
    },
    (saved) => {
      drop()
      keep(nothing)
      setSaved(true)
      showBot(saved)
    },
  )
  const isFaulty = faultyFields(act.error).has('prompts')
  return (
    <Card title={messages.aiFeatures} done={isSaved ? messages.aiSaved : null}>
      <form
        className="card-form"
        onSubmit={(event) => {
          event.preventDefault()
          setSaved(false)
          act.run(undefined)
        }}
      >
        <p>{messages.aiText}</p>
        {act.error !== null && !isFaulty && <Problem error={act.error} />}
        <Checkbox
          checked={isOn}
          readOnly={act.isBusy}
          onChange={({ target }) =>
            keep({ ...typed, isOn: target.checked === stored.isOn ? null : target.checked })
          }
        >
          {messages.aiOn}
        </Checkbox>
        <TextArea
          label={messages.prompts}
          hint={messages.promptsHint}
          fault={isFaulty ? messages.promptsInvalid : undefined}
          readOnly={act.isBusy}
          value={prompts}
          onChange={(text) => keep({ ...typed, prompts: text === stored.prompts ? null : text })}
        />
        <SubmitButton act={act} disabled={typed.isOn === null && typed.prompts === null}>
          {messages.aiSave}
        </SubmitButton>
      </form>
    </Card>
  )
}
