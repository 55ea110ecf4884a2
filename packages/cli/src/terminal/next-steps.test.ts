import { runHere } from '@ken/composition'
import { aDocument, aKey, anAccount, memoryPorts, newDigest } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { nextSteps } from './next-steps.ts'

const url = 'http://localhost:8080'

async function stepsOf(ports = memoryPorts(), sample = false, ken = 'pnpm ken') {
  return (await nextSteps(runHere(ports), { url, sample, ken })).join('\n')
}

describe('nextSteps', () => {
  it('leads from an empty database to the first search', async () => {
    const steps = await stepsOf()
    expect(steps).toMatch(
      /1\. .*\/setup\n.*init-owner.*\n2\. .*ken import.*\n.*--sample\n3\. .*keys create.*\n4\. Search:\n +curl /,
    )
  })

  it('omits completed steps', async () => {
    const ports = memoryPorts()
    const ana = anAccount()
    await ports.transact(async ({ accounts, documents, keys }) => {
      await accounts.insert(ana)
      await documents.upsert([aDocument()], () => ports.ids.newId())
      await keys.insert(aKey(ana), newDigest())
      return { ok: true, value: null }
    })
    expect(await stepsOf(ports)).toMatch(/^1\. Search:/)
  })

  it('suggests searches that have results in the sample', async () => {
    const steps = await stepsOf(memoryPorts(), true)
    expect(steps).toContain('set up VPN')
    expect(steps).toContain(`pnpm ken search salary --url ${url}`)
  })

  it('shows ken as the user called it', async () => {
    const steps = await stepsOf(memoryPorts(), false, 'npx --yes pnpm@12 ken')
    expect(steps).toContain('npx --yes pnpm@12 ken init-owner')
  })
})
