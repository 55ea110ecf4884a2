import type { Session } from '@ken/client'
import { useState, type ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { uiMessages } from '../../ui/messages.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { Problem } from '../../ui/refusals/problem.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Table } from '../../ui/display/table.tsx'
import { accountMessages } from '../messages.ts'
import { deviceName } from './device-name.ts'
import { EndDevice, EndOtherDevices } from './end-devices.tsx'
import { SecuritySection, type Done } from './security-section.tsx'
import { useDevices } from './use-devices.ts'
import './devices-section.css'

/** Where the person is signed in. Each device but this one can be signed out here. */
export function DevicesSection(): ReactNode {
  const messages = useMessages(accountMessages)
  const ui = useMessages(uiMessages)
  const [done, setDone] = useState<Done | null>(null)
  const [ending, setEnding] = useState<Session | 'others' | null>(null)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useDevices()
  const devices = data?.pages.flatMap((page) => page.data)
  const others = devices?.filter(({ current }) => !current) ?? []
  const close = (text: string | null) => {
    setEnding(null)
    if (text !== null) setDone({ text })
  }
  return (
    <SecuritySection title={messages.devices} done={done}>
      <p>{messages.devicesText}</p>
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {error === null && devices === undefined && <Skeleton rows={2} label={ui.loading} />}
      {devices !== undefined && <DeviceTable devices={devices} onEnd={setEnding} />}
      {hasNextPage && (
        <div>
          <Button kind="link" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {messages.moreDevices}
          </Button>
        </div>
      )}
      {others.length > 0 && (
        <div>
          <Button kind="secondary" onClick={() => setEnding('others')}>
            {messages.endOthers}
          </Button>
        </div>
      )}
      {ending === 'others' && (
        <EndOtherDevices others={others} hasMore={hasNextPage} onClose={close} />
      )}
      {ending !== null && ending !== 'others' && <EndDevice device={ending} onClose={close} />}
    </SecuritySection>
  )
}

type DeviceTableProps = {
  readonly devices: readonly Session[]
  readonly onEnd: (device: Session) => void
}

function DeviceTable({ devices, onEnd }: DeviceTableProps): ReactNode {
  const messages = useMessages(accountMessages)
  const columns = [messages.device, messages.signedIn, messages.lastActive, messages.acts]
  return (
    <Table label={messages.devices} columns={columns}>
      {devices.map((device) => (
        <tr key={device.id}>
          <th scope="row">
            {deviceName(device.device, messages)}
            {device.current && <span className="device-detail">{messages.thisDevice}</span>}
            {device.address !== null && <span className="device-detail">{device.address}</span>}
          </th>
          <td>
            <Moment value={device.created_at} />
          </td>
          <td>
            <Moment value={device.last_active_at} />
          </td>
          <td>
            {!device.current && (
              <Button
                kind="secondary"
                aria-label={`${messages.endDevice}: ${deviceName(device.device, messages)}`}
                onClick={() => onEnd(device)}
              >
                {messages.endDevice}
              </Button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}
