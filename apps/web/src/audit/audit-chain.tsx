import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Contract } from '../contract/contract.ts'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { ageInWords, dateInWords } from '../language/words.ts'
import { useSession } from '../session/use-session.ts'
import { Notice } from '../ui/page/notice.tsx'
import { area, auditPath } from './entry.ts'
import { auditMessages } from './messages.ts'

/** Whether entries were changed or removed. */
export function AuditChain(): ReactNode {
  const { client } = useSession()
  const messages = useMessages(auditMessages)
  const language = useLanguage()
  const { data, error } = useQuery({
    queryKey: [area, 'chain'],
    queryFn: () => client.request<Contract['AuditChain']>(`${auditPath}/chain`),
  })
  // Its place is kept, so that the list below stays where it is.
  if (data === undefined) return error === null && <Notice>&nbsp;</Notice>
  const { state, since, checked_at: checked, first_break: broken } = data
  if (state === 'broken')
    return (
      <Notice kind="fault" role="alert">
        <p>
          {broken !== null &&
            messages.broken(
              broken.id,
              broken.at === null ? null : dateInWords(new Date(broken.at), language),
            )}
        </p>
        <p>{messages.brokenAdvice}</p>
      </Notice>
    )
  if (since === null || checked === null) return <Notice>{messages.unchecked}</Notice>
  return (
    <Notice>
      {messages.unbroken(
        dateInWords(new Date(since), language),
        ageInWords(new Date(checked), new Date(), language),
      )}
    </Notice>
  )
}
