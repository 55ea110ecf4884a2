import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { ageInWords, numberInWords } from '../language/words.ts'
import { useSession } from '../session/use-session.ts'
import { Confirm } from '../ui/acts/confirm.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { keyMessages } from './messages.ts'
import { useStoredKey } from './unstored-key.tsx'
import { keysPath, useForgetKeys, useUsage, type Key, type KeyScope } from './use-keys.ts'

type RevokeKeyProps = {
  readonly scope: KeyScope
  readonly apiKey: Pick<Key, 'id' | 'name'>
  readonly onClose: (isRevoked: boolean) => void
}

/** Says what ends with a key before it is revoked. */
export function RevokeKey({ scope, apiKey, onClose }: RevokeKeyProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(keyMessages)
  const language = useLanguage()
  const day = useUsage(scope, apiKey.id, 1)
  const forgetKeys = useForgetKeys()
  const keepStored = useStoredKey(scope)
  const act = useAct(
    () => client.request(`${keysPath(scope)}/${apiKey.id}`, { method: 'DELETE' }),
    () => {
      forgetKeys()
      // No one needs it any more.
      keepStored(apiKey, true)
      onClose(true)
    },
  )
  const preview = ({ total, last_used_at: last }: NonNullable<typeof day.data>) =>
    total === 0 || last === null
      ? messages.revokeUnused
      : messages.revokeUsed(
          numberInWords(total, language),
          ageInWords(new Date(last), new Date(), language),
        )
  return (
    <Confirm
      title={messages.revokeTitle(apiKey.name)}
      cancel={messages.cancel}
      act={messages.revokeKey}
      isBusy={act.isBusy}
      error={act.error}
      isReady={day.data !== undefined}
      onCancel={() => onClose(false)}
      onAct={() => act.run(undefined)}
    >
      {day.data !== undefined && <p>{preview(day.data)}</p>}
      {day.error !== null && <Problem error={day.error} onTryAgain={() => void day.refetch()} />}
      <p>{messages.forGood}</p>
      {act.error !== null && <Problem error={act.error} />}
    </Confirm>
  )
}
