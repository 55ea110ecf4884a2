import { expect, it } from 'vitest'
import { memoryPorts } from '../../testing/index.ts'
import { deliveryTo } from './bot-delivery.ts'

it('reports a fault of the closed list of its platform only', async () => {
  const ports = memoryPorts()
  const [since, bot] = [ports.clock.now(), { botId: 'ken', isAvailable: true }]
  const reasonOf = async () => (await deliveryTo(ports, ['unreachable'], bot)).reason
  await ports.chatHealth.beat('ken', { state: 'not_connected', since, reason: 'unreachable' })
  expect(await reasonOf()).toBe('unreachable')
  await ports.chatHealth.beat('ken', { state: 'not_connected', since, reason: 'other_poller' })
  expect(await reasonOf()).toBe('no_listener')
  expect((await deliveryTo(ports, [], { botId: null, isAvailable: false })).reason).toBe('off')
})
