import { useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { ListTable } from '../list/list-table.tsx'
import { useDraft } from '../session/kept/use-draft.ts'
import { useSession } from '../session/use-session.ts'
import { Problem } from '../ui/refusals/problem.tsx'
import { SubmitButton } from '../ui/acts/submit-button.tsx'
import { TextArea } from '../ui/fields/text-area.tsx'
import { useAddresses } from '../ui/fields/use-addresses.ts'
import { useAct } from '../ui/acts/use-act.ts'
import { membersPath, useForgetGroups } from './groups.ts'
import { groupMessages } from './messages.ts'

type Verdict = {
  readonly email: string
  readonly verdict: 'added' | 'already_member' | 'not_found' | 'invalid'
}

const addressesMax = 1_000

/** Adds people by pasted addresses, and says what became of each. */
export function AddManyMembers({ slug }: { readonly slug: string }): ReactNode {
  const { client } = useSession()
  const messages = useMessages(groupMessages)
  const forgetGroups = useForgetGroups()
  const [text, keepText, dropDraft] = useDraft('members', '')
  const [verdicts, setVerdicts] = useState<readonly Verdict[]>([])
  const { emails, fault, submit } = useAddresses(text, {
    max: addressesMax,
    tooMany: messages.tooMany,
  })
  const act = useAct(
    () =>
      client.request<{ readonly data: readonly Verdict[] }>(membersPath(slug), {
        method: 'POST',
        json: { emails },
      }),
    ({ data }) => {
      dropDraft()
      forgetGroups()
      setVerdicts(data)
    },
  )
  return (
    <details>
      <summary className="group-summary">{messages.addMany}</summary>
      <form
        className="group-many"
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget, () => act.run(undefined))
        }}
      >
        <TextArea
          label={messages.addresses}
          hint={messages.addressesHint}
          fault={fault}
          readOnly={act.isBusy}
          value={text}
          onChange={keepText}
        />
        {act.error !== null && <Problem error={act.error} />}
        <div>
          <SubmitButton act={act}>{messages.add}</SubmitButton>
        </div>
        {verdicts.length > 0 && (
          <ListTable
            label={messages.outcomes}
            columns={[messages.email, messages.verdict]}
            items={verdicts}
            keyOf={({ email }) => email}
            row={({ email, verdict }) => ({
              title: email,
              head: email,
              cells: [messages.verdicts[verdict]],
            })}
          />
        )}
      </form>
    </details>
  )
}
