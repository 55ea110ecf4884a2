import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { ageInWords } from '../language/words.ts'
import { useSession } from '../session/use-session.ts'
import { Notice } from '../ui/page/notice.tsx'
import { keyMessages } from './messages.ts'
import { keysPath, type KeyScope, type ShownKey } from './use-keys.ts'

type ReplacementNoticeProps = { readonly scope: KeyScope; readonly id: string }

const pollMs = 5_000

const isAwaited = ({ status, last_used_at: last }: ShownKey): boolean =>
  status === 'active' && last === null

/** Says when the replacement of a key was used, so that the old one can be revoked. */
export function ReplacementNotice({ scope, id }: ReplacementNoticeProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(keyMessages)
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: ['keys', scope, id],
    queryFn: () => client.request<ShownKey>(`${keysPath(scope)}/${encodeURIComponent(id)}`),
    refetchInterval: ({ state: { data: key, error } }) =>
      error === null && (key === undefined || isAwaited(key)) ? pollMs : false,
  })
  if (data === undefined || data.status !== 'active') return null
  const { name, last_used_at: last } = data
  return (
    <Notice kind={last === null ? 'caution' : 'plain'} role="status">
      {last === null
        ? messages.notReplacedYet(name)
        : messages.replacedNow(name, ageInWords(new Date(last), new Date(), language))}
    </Notice>
  )
}
