import type { ReactNode } from 'react'
import { keyMessages } from '../keys/messages.ts'
import { keysPath, useForgetKeys, type Key } from '../keys/use-keys.ts'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { BatchDialog } from '../list/batch-dialog.tsx'
import { useSession } from '../session/use-session.ts'
import { useToast } from '../ui/page/use-toast.ts'
import { allKeysMessages } from './messages.ts'

type RevokeKeysProps = {
  readonly keys: readonly Key[]
  readonly onDone: (left: readonly Key[]) => void
  readonly onClose: () => void
}

/** Says what ends with many keys before they are revoked. */
export function RevokeKeys({ keys, onDone, onClose }: RevokeKeysProps): ReactNode {
  const { client } = useSession()
  const all = useMessages(allKeysMessages)
  const messages = useMessages(keyMessages)
  const language = useLanguage()
  const forgetKeys = useForgetKeys()
  const toast = useToast()
  const live = keys.filter(({ revoked_at: at }) => at === null)
  const count = numberInWords(live.length, language)
  const calls = live.flatMap(({ week }) => week).reduce((sum, day) => sum + day, 0)
  return (
    <BatchDialog
      title={all.revokeMany(live.length, count)}
      act={messages.revoke}
      items={live}
      titleOf={({ name, prefix }) => `${name} (${prefix}…)`}
      run={({ id }) => client.request(`${keysPath('admin')}/${id}`, { method: 'DELETE' })}
      isReady={live.length > 0}
      onDone={(left) => {
        forgetKeys()
        onDone(left)
        if (left.length > 0) return
        toast({ text: all.revokedMany(live.length, count) })
        onClose()
      }}
      onClose={onClose}
    >
      <p>{all.whoseCalls(numberInWords(calls, language))}</p>
      <p>{messages.forGood}</p>
    </BatchDialog>
  )
}
