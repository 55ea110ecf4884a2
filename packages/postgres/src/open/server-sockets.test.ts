import { expect, it } from 'vitest'
import { serverSockets } from './server-sockets.ts'

it('closes a silent socket that was never connected, and does not end the process', async () => {
  const socket = serverSockets(1).open()
  await new Promise((resolve) => socket.once('close', resolve))
  expect(socket.errored).toMatchObject({ code: 'ETIMEDOUT' })
})
