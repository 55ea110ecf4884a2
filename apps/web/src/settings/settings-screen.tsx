import { KenProblem } from '@ken/client'
import { useState, type ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { useProfile } from '../session/use-profile.ts'
import { useJsonDraft } from '../session/use-draft.ts'
import { useSession } from '../session/use-session.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Problem } from '../ui/problem.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { useAct } from '../ui/use-act.ts'
import { settingsMessages } from './messages.ts'
import {
  roles,
  settingsPath,
  useForgetSettings,
  useSettings,
  type Role,
  type Settings,
  type ShownSettings,
} from './use-settings.ts'
import './settings-screen.css'

const nameLengthMax = 100

/** What applies to everyone. Owners change it, Admins read it. */
export function SettingsScreen(): ReactNode {
  const messages = useMessages(settingsMessages)
  const ui = useMessages(uiMessages)
  const { data: profile } = useProfile()
  const { data, error, refetch } = useSettings()
  const canChange = profile?.may.includes('settings.change') === true
  return (
    <Page title={messages.settings} lead={messages.lead}>
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton rows={3} label={ui.loading} />}
      {data !== undefined && !canChange && <Notice>{messages.readOnly}</Notice>}
      {data !== undefined && <SettingsForm shown={data} canChange={canChange} />}
    </Page>
  )
}

type SettingsFormProps = { readonly shown: ShownSettings; readonly canChange: boolean }

function SettingsForm({ shown, canChange }: SettingsFormProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(settingsMessages)
  const forgetSettings = useForgetSettings()
  const [isSaved, setSaved] = useState(false)
  const [draft, keepDraft, dropDraft] = useJsonDraft<Settings>('settings', {
    mfa_required_roles: shown.mfa_required_roles,
    organisation_name: shown.organisation_name,
  })
  const act = useAct(
    () => client.request(settingsPath, { method: 'PUT', json: draft }),
    () => {
      dropDraft()
      forgetSettings()
      setSaved(true)
    },
  )
  const change = (next: Settings) => {
    setSaved(false)
    keepDraft(next)
  }
  const isNameFault =
    act.error instanceof KenProblem &&
    act.error.errors.some(({ pointer }) => pointer === '#/organisation_name')
  return (
    <form
      className="settings"
      onSubmit={(event) => {
        event.preventDefault()
        act.run(undefined)
      }}
    >
      {act.error !== null && !isNameFault && <Problem error={act.error} />}
      <Field
        label={messages.organisation}
        hint={messages.organisationHint}
        name="organisation"
        maxLength={nameLengthMax}
        readOnly={!canChange}
        value={draft.organisation_name ?? ''}
        fault={isNameFault ? messages.organisationInvalid : undefined}
        onChange={({ target }) =>
          change({ ...draft, organisation_name: target.value === '' ? null : target.value })
        }
      />
      <RequiredRoles
        shown={shown}
        chosen={draft.mfa_required_roles}
        canChange={canChange}
        onChoose={(chosen) => change({ ...draft, mfa_required_roles: chosen })}
      />
      {canChange && (
        <div className="settings-save">
          <SubmitButton act={act}>{messages.save}</SubmitButton>
          <span role="status">{isSaved && messages.saved}</span>
        </div>
      )}
    </form>
  )
}

type RequiredRolesProps = SettingsFormProps & {
  readonly chosen: readonly Role[]
  readonly onChoose: (chosen: readonly Role[]) => void
}

/** The roles that must have a second factor, and how many people are stopped by that. */
function RequiredRoles({ shown, chosen, canChange, onChoose }: RequiredRolesProps): ReactNode {
  const messages = useMessages(settingsMessages)
  const language = useLanguage()
  const added = chosen.filter((role) => !shown.mfa_required_roles.includes(role))
  const stopped = chosen.filter((role) => (shown.missing_mfa[role] ?? 0) > 0)
  const missing = stopped.reduce((sum, role) => sum + (shown.missing_mfa[role] ?? 0), 0)
  const names = stopped.map((role) => messages.roles[role]).join(', ')
  return (
    <fieldset className="settings-roles" disabled={!canChange}>
      <legend>{messages.factor}</legend>
      {roles.map((role) => (
        <Checkbox
          key={role}
          checked={chosen.includes(role)}
          onChange={({ target }) =>
            onChoose(roles.filter((one) => (one === role ? target.checked : chosen.includes(one))))
          }
        >
          {messages.roles[role]}
        </Checkbox>
      ))}
      <div role="status">
        {missing > 0 && (
          <Notice kind="caution">
            {messages.locked(numberInWords(missing, language), names)}{' '}
            {added.length > 0 ? messages.lockedAfterSaving : messages.lockedNow}
          </Notice>
        )}
        {missing === 0 && added.length > 0 && <Notice>{messages.none}</Notice>}
      </div>
    </fieldset>
  )
}
