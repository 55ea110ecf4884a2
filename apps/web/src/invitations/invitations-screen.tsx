import { Link } from '@tanstack/react-router'
import { Fragment, useCallback, useState, type ReactNode } from 'react'
import { WaysToInvite } from '../inviting/ways-to-invite.tsx'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { hourInWords, momentInWords, numberInWords } from '../language/words.ts'
import { ChosenFilter } from '../list/chosen-filter.tsx'
import { FilterBar } from '../list/filter-bar.tsx'
import { ListView } from '../list/list-view.tsx'
import { SelectFilter } from '../list/select-filter.tsx'
import { SelectionBar } from '../list/selection-bar.tsx'
import { TypedFilter } from '../list/typed-filter.tsx'
import { useFilters } from '../list/use-filters.ts'
import { useList } from '../list/use-list.ts'
import { useSelection } from '../list/use-selection.ts'
import { Badge } from '../ui/display/badge.tsx'
import { LongText } from '../ui/display/long-text.tsx'
import { Moment } from '../ui/time/moment.tsx'
import { Page } from '../ui/page/page.tsx'
import { area, invitationsPath, states, type Invitation } from './invitations.ts'
import { isPossible, ManyInvitations, type InvitationAct } from './many-invitations.tsx'
import { invitationMessages } from './messages.ts'
import { Who } from './who.tsx'

type Asked = {
  readonly act: InvitationAct
  readonly invitations: readonly Invitation[]
  /** Of the selection, which then keeps those that are left; the menu of a row does not change it. */
  readonly isSelection: boolean
}

const acts = ['resend', 'revoke'] as const
const kinds = {
  queued: 'plain',
  sent: 'plain',
  failed: 'fault',
  accepted: 'good',
  expired: 'caution',
  revoked: 'plain',
} as const

/** All invitations; those that are open can be sent again or revoked. */
export function InvitationsScreen(): ReactNode {
  const messages = useMessages(invitationMessages)
  const filters = useFilters({ q: null, state: states, import_id: null })
  const importId = filters.values['import_id']
  const list = useList<Invitation>({ area, path: invitationsPath, filters: filters.values })
  const selection = useSelection<Invitation>()
  const [asked, setAsked] = useState<Asked | null>(null)
  const askOne = useCallback(
    (act: InvitationAct, invitation: Invitation) =>
      setAsked({ act, invitations: [invitation], isSelection: false }),
    [],
  )
  const row = useInvitationRow(askOne)
  return (
    <Page
      title={messages.invitations}
      lead={messages.invitationsLead}
      acts={
        <>
          <Link className="button" data-kind="quiet" to="/admin/invitations/imports">
            {messages.imports}
          </Link>
          <WaysToInvite />
        </>
      }
    >
      <FilterBar filters={filters}>
        <TypedFilter filters={filters} name="q" label={messages.address} />
        <SelectFilter
          filters={filters}
          name="state"
          label={messages.state}
          options={messages.states}
        />
        {importId !== undefined && (
          <ChosenFilter
            label={messages.importFilter}
            value={importId}
            onRemove={() => filters.set('import_id', '')}
          />
        )}
      </FilterBar>
      <SelectionBar
        selection={selection}
        acts={acts.map((act) => ({
          name: messages.acts[act].name,
          act: () => setAsked({ act, invitations: selection.items, isSelection: true }),
        }))}
      />
      <ListView
        label={messages.invitations}
        columns={[
          messages.address,
          messages.role,
          messages.state,
          messages.invitedBy,
          messages.sent,
          messages.expires,
        ]}
        list={list}
        filters={filters}
        order={messages.newestFirst}
        empty={<p>{messages.none}</p>}
        keyOf={({ id }) => id}
        row={row}
        selection={selection}
      />
      {asked !== null && (
        <ManyInvitations
          act={asked.act}
          invitations={asked.invitations}
          onDone={(left) => asked.isSelection && selection.keep(left)}
          onClose={() => setAsked(null)}
        />
      )}
    </Page>
  )
}

function useInvitationRow(onAct: (act: InvitationAct, invitation: Invitation) => void) {
  const messages = useMessages(invitationMessages)
  const language = useLanguage()
  return useCallback(
    (invitation: Invitation) => {
      const { email, role, state, attempts, sent_at: sent, expires_at: expires } = invitation
      const unsent = state === 'queued' ? messages.never : '–'
      return {
        title: email,
        head: (
          <>
            {email}
            {state === 'failed' && (
              <span className="list-detail" lang="en">
                {invitation.last_error}
              </span>
            )}
          </>
        ),
        isEnded: state === 'revoked',
        cells: [
          messages.roles[role],
          <Fragment key="state">
            <Badge kind={kinds[state]}>{messages.states[state]}</Badge>
            {attempts > 1 && (
              <span className="list-detail">
                {messages.attempts(numberInWords(attempts, language))}
              </span>
            )}
          </Fragment>,
          <LongText key="who">
            <Who id={invitation.invited_by} account={invitation.inviter} />
          </LongText>,
          sent === null ? unsent : <Moment key="sent" value={sent} />,
          expires === null ? (
            '–'
          ) : (
            <time key="end" dateTime={expires} title={momentInWords(new Date(expires), language)}>
              {hourInWords(new Date(expires), language)}
            </time>
          ),
        ],
        menu: acts
          .filter((act) => isPossible(act, invitation))
          .map((act) => ({ name: messages.acts[act].name, act: () => onAct(act, invitation) })),
      }
    },
    [messages, language, onAct],
  )
}
