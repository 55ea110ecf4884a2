import { memoryPorts } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { kenVersion } from './ken-version.ts'
import { reportProcess } from './report-process.ts'

const process = { id: 'one', role: 'server', version: '1.2.3', startedAt: new Date(0) } as const

it('reports a process until it ends', async () => {
  const ports = memoryPorts()
  const { close } = reportProcess(ports, process)
  expect(await ports.processReports.list()).toEqual([{ ...process, seenAt: ports.clock.now() }])
  await close()
  expect(await ports.processReports.list()).toEqual([])
})

it('goes on after a failure', async () => {
  const { processReports } = memoryPorts()
  const { promise: reported, resolve } = Promise.withResolvers<void>()
  let reports = 0
  const report = async () => {
    reports += 1
    if (reports === 1) throw new Error('away')
    resolve()
  }
  const { close } = reportProcess({ processReports: { ...processReports, report } }, process, 1)
  await reported
  await close()
  expect(reports).toBeGreaterThan(1)
})

it('has the version of the package', () => {
  expect(kenVersion()).toMatch(/^\d+\.\d+\.\d+/)
})
