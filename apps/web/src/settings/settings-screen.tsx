import { KenProblem } from '@ken/client'
import { useState, type ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { listInWords, numberInWords } from '../language/words.ts'
import { useProfile } from '../session/use-profile.ts'
import { useJsonDraft } from '../session/kept/use-draft.ts'
import { useSession } from '../session/use-session.ts'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { Field } from '../ui/fields/field.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Notice } from '../ui/page/notice.tsx'
import { Page } from '../ui/page/page.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { SubmitButton } from '../ui/acts/submit-button.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { settingsMessages } from './messages.ts'
import {
  roles,
  settingsPath,
  useSettings,
  useShowSettings,
  type Role,
  type Settings,
  type ShownSettings,
} from './use-settings.ts'
import './settings-screen.css'

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

/** Which roles are to need a second factor from now on, or no longer. */
type FactorChanges = { readonly [role in Role]?: boolean | undefined }

/** Without what is as it was stored. */
type Changed = FactorChanges & { readonly organisation_name?: string | null | undefined }

const withChanges = (required: readonly Role[], factor: FactorChanges): Role[] =>
  roles.filter((role) => factor[role] ?? required.includes(role))

const unlessStored = <Value,>(value: Value, stored: Value): Value | undefined =>
  value === stored ? undefined : value

type SettingsFormProps = { readonly shown: ShownSettings; readonly canChange: boolean }

function SettingsForm({ shown, canChange }: SettingsFormProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(settingsMessages)
  const showSettings = useShowSettings()
  const [isSaved, setSaved] = useState(false)
  // Only what this person changes is sent, so that it takes nothing of another Owner's back.
  const [changed, keepChanged] = useJsonDraft<Changed>('settings', {})
  const { organisation_name: typed, ...factor } = changed
  const chosen = withChanges(shown.mfa_required_roles, factor)
  const name = typed === undefined ? shown.organisation_name : typed
  const act = useAct(
    async () => {
      const put = (json: Partial<Settings>) =>
        client.request<Settings>(settingsPath, { method: 'PUT', json })
      const others = typed === undefined ? {} : { organisation_name: typed }
      if (Object.keys(factor).length === 0) return put(others)
      // The roles are sent together, and this screen may be older than the change of another Owner.
      const now = await client.request<ShownSettings>(settingsPath)
      return put({ ...others, mfa_required_roles: withChanges(now.mfa_required_roles, factor) })
    },
    (saved) => {
      keepChanged({})
      showSettings(saved)
      setSaved(true)
    },
  )
  const change = (next: Changed) => {
    setSaved(false)
    keepChanged({ ...changed, ...next })
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
        readOnly={!canChange || act.isBusy}
        value={name ?? ''}
        fault={isNameFault ? messages.organisationInvalid : undefined}
        onChange={({ target }) =>
          change({ organisation_name: unlessStored(target.value || null, shown.organisation_name) })
        }
      />
      <RequiredRoles
        shown={shown}
        chosen={chosen}
        canChange={canChange}
        isBusy={act.isBusy}
        onChoose={(role, isRequired) =>
          change({ [role]: unlessStored(isRequired, shown.mfa_required_roles.includes(role)) })
        }
      />
      {canChange && (
        <div className="settings-save">
          <SubmitButton act={act} disabled={Object.keys(changed).length === 0}>
            {messages.save}
          </SubmitButton>
          <span role="status">{isSaved && messages.saved}</span>
        </div>
      )}
    </form>
  )
}

type RequiredRolesProps = SettingsFormProps & {
  readonly chosen: readonly Role[]
  readonly isBusy: boolean
  readonly onChoose: (role: Role, isRequired: boolean) => void
}

/** The roles that must have a second factor, and how many people are stopped by that. */
function RequiredRoles(props: RequiredRolesProps): ReactNode {
  const { shown, chosen, canChange, isBusy, onChoose } = props
  const messages = useMessages(settingsMessages)
  const language = useLanguage()
  const added = chosen.filter((role) => !shown.mfa_required_roles.includes(role))
  const stopped = chosen.filter((role) => (shown.missing_mfa[role] ?? 0) > 0)
  const missing = stopped.reduce((sum, role) => sum + (shown.missing_mfa[role] ?? 0), 0)
  const names = stopped.map((role) => messages.roles[role])
  return (
    <fieldset className="settings-roles" disabled={!canChange}>
      <legend>{messages.factor}</legend>
      {roles.map((role) => (
        <Checkbox
          key={role}
          checked={chosen.includes(role)}
          readOnly={isBusy}
          onChange={({ target }) => onChoose(role, target.checked)}
        >
          {messages.roles[role]}
        </Checkbox>
      ))}
      <div role="status">
        {missing > 0 && (
          <Notice kind="caution">
            {messages.locked(numberInWords(missing, language), listInWords(names, language))}{' '}
            {added.length > 0 ? messages.lockedAfterSaving : messages.lockedNow}
          </Notice>
        )}
        {missing === 0 && added.length > 0 && <Notice>{messages.none}</Notice>}
      </div>
    </fieldset>
  )
}
