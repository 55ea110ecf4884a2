import type { Session } from '@ken/client'
import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../../language/use-messages.ts'
import { ageInWords, numberInWords } from '../../language/words.ts'
import { useSession } from '../../session/use-session.ts'
import { Confirm } from '../../ui/acts/confirm.tsx'
import { Problem } from '../../ui/refusals/problem.tsx'
import { useAct } from '../../ui/acts/use-act.ts'
import { accountMessages } from '../messages.ts'
import { deviceName } from './device-name.ts'
import { useForgetDevices } from './use-devices.ts'

/** Called with what was done, or null if nothing was. */
type OnClose = (done: string | null) => void
type EndDeviceProps = { readonly device: Session; readonly onClose: OnClose }

/** Says what ends with the session of a device before it is signed out. */
export function EndDevice({ device, onClose }: EndDeviceProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(accountMessages)
  const language = useLanguage()
  const forgetDevices = useForgetDevices()
  const act = useAct(
    () => client.sessions.end(device.id),
    () => {
      forgetDevices()
      onClose(messages.deviceEnded(deviceName(device.device, messages)))
    },
  )
  const lastActive = ageInWords(new Date(device.last_active_at), new Date(), language)
  return (
    <Confirm
      title={messages.endTitle(deviceName(device.device, messages))}
      cancel={messages.cancel}
      act={messages.endDevice}
      isBusy={act.isBusy}
      error={act.error}
      onCancel={() => onClose(null)}
      onAct={() => act.run(undefined)}
    >
      <p>{messages.endDeviceText(lastActive)}</p>
      <p>{messages.endConsequence}</p>
      <p>{messages.endAdvice}</p>
      {act.error !== null && <Problem error={act.error} />}
    </Confirm>
  )
}

type EndOtherDevicesProps = {
  readonly others: readonly Session[]
  /** There are more devices than those. */
  readonly hasMore: boolean
  readonly onClose: OnClose
}

const namesMax = 5

/** Says which sessions end before all devices but this one are signed out. */
export function EndOtherDevices({ others, hasMore, onClose }: EndOtherDevicesProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(accountMessages)
  const language = useLanguage()
  const forgetDevices = useForgetDevices()
  const act = useAct(client.sessions.endOthers, () => {
    forgetDevices()
    onClose(messages.othersEnded)
  })
  const rest = others.length - namesMax
  return (
    <Confirm
      title={messages.endOthersTitle}
      cancel={messages.cancel}
      act={messages.endOthers}
      isBusy={act.isBusy}
      error={act.error}
      onCancel={() => onClose(null)}
      onAct={() => act.run(undefined)}
    >
      <ul>
        {others.slice(0, namesMax).map(({ id, device, last_active_at: last }) => (
          <li key={id}>
            {messages.deviceUsed(
              deviceName(device, messages),
              ageInWords(new Date(last), new Date(), language),
            )}
          </li>
        ))}
        {hasMore && <li>{messages.allOthers}</li>}
        {!hasMore && rest > 0 && <li>{messages.moreOthers(numberInWords(rest, language))}</li>}
      </ul>
      <p>{messages.endConsequence}</p>
      {act.error !== null && <Problem error={act.error} />}
    </Confirm>
  )
}
