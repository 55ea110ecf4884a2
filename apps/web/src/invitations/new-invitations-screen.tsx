import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { ListTable } from '../list/list-table.tsx'
import { runBatch } from '../list/run-batch.ts'
import { personStays } from '../session/person.ts'
import { useProfile } from '../session/use-profile.ts'
import { useJsonDraft } from '../session/kept/use-draft.ts'
import { useSession } from '../session/use-session.ts'
import { Choice } from '../ui/fields/choice.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { LongText } from '../ui/display/long-text.tsx'
import { Page } from '../ui/page/page.tsx'
import { useProblemText } from '../ui/refusals/problem.tsx'
import { SubmitButton } from '../ui/acts/submit-button.tsx'
import { TextArea } from '../ui/fields/text-area.tsx'
import { useAddresses } from '../ui/fields/use-addresses.ts'
import { useAct } from '../ui/acts/use-act.ts'
import { faultOf, invitationsPath, roles, useForgetInvitations, type Role } from './invitations.ts'
import { invitationMessages } from './messages.ts'

const addressesMax = 100

type Draft = { readonly text: string; readonly role: Role }
type Outcome = { readonly email: string; readonly error: unknown }

/** Invites one or many addresses, and says what became of each. */
export function NewInvitationsScreen(): ReactNode {
  const messages = useMessages(invitationMessages)
  const profile = useProfile().data
  const back = (
    <p>
      <Link to="/admin/invitations">{messages.invitations}</Link>
    </p>
  )
  return (
    <Page title={messages.newTitle} lead={messages.newLead} above={back}>
      {profile?.features.mail === false ? (
        <Notice kind="caution">{messages.mailMissing}</Notice>
      ) : (
        <NewInvitations may={profile?.may ?? []} />
      )}
    </Page>
  )
}

function NewInvitations({ may }: { readonly may: readonly string[] }): ReactNode {
  const session = useSession()
  const { client, follow } = session
  const messages = useMessages(invitationMessages)
  const forget = useForgetInvitations()
  const [{ text, role }, keepDraft] = useJsonDraft<Draft>('people', { text: '', role: 'Member' })
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const { emails, fault, submit } = useAddresses(text, {
    max: addressesMax,
    tooMany: messages.tooMany,
  })
  const act = useAct(
    async () => {
      const tried: Outcome[] = []
      const stays = personStays(session)
      const untried = await runBatch(emails, {
        act: (email) => client.request(invitationsPath, { method: 'POST', json: { email, role } }),
        onTried: (email, error) => {
          if (stays()) follow(error)
          tried.push({ email, error })
        },
        goesOn: stays,
        concurrentMax: 1,
      })
      return { tried, untried }
    },
    ({ tried, untried }) => {
      forget()
      setOutcomes(tried)
      const failed = tried.filter(({ error }) => error !== null).map(({ email }) => email)
      const left = [...failed, ...untried]
      keepDraft({ text: left.join('\n'), role: left.length === 0 ? 'Member' : role })
    },
  )
  return (
    <form
      className="text-area-form"
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget, () => {
          // The same sentence is read out again only if it appears again.
          setOutcomes([])
          act.run(undefined)
        })
      }}
    >
      <TextArea
        label={messages.addresses}
        hint={messages.addressesHint}
        fault={fault}
        readOnly={act.isBusy}
        value={text}
        onChange={(typed) => keepDraft({ text: typed, role })}
      />
      <Choice
        label={messages.roleOfAll}
        name="role"
        options={roles
          .filter((value) => may.includes(`invite.${value}`))
          .map((value) => ({ value, text: messages.roles[value] }))}
        chosen={role}
        readOnly={act.isBusy}
        onChoose={(chosen) => keepDraft({ text, role: chosen })}
      />
      <div>
        <SubmitButton act={act}>{messages.send}</SubmitButton>
      </div>
      {outcomes.length > 0 && <Outcomes outcomes={outcomes} />}
    </form>
  )
}

function Outcomes({ outcomes }: { readonly outcomes: readonly Outcome[] }): ReactNode {
  const messages = useMessages(invitationMessages)
  const language = useLanguage()
  const textOf = useProblemText()
  const count = outcomes.length
  return (
    <>
      {outcomes.every(({ error }) => error === null) ? (
        <Notice role="status">{messages.allInvited(count, numberInWords(count, language))}</Notice>
      ) : (
        <Notice kind="fault" role="alert">
          {messages.stillHere}
        </Notice>
      )}
      <ListTable
        label={messages.outcomes}
        columns={[messages.address, messages.outcome]}
        items={outcomes}
        keyOf={({ email }) => email}
        row={({ email, error }) => ({
          title: email,
          head: email,
          cells: [
            <LongText key="outcome">
              {error === null ? messages.invited : (faultOf(error, messages) ?? textOf(error))}
            </LongText>,
          ],
        })}
      />
    </>
  )
}
