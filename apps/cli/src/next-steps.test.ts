import { aDocument, aKey, anAccount, memoryPorts, newDigest } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { nextSteps } from './next-steps.ts'

const url = 'http://localhost:8080'

async function stepsOf(ports = memoryPorts(), sample = false, path = '/usr/bin') {
  return (await nextSteps((useCase, command) => useCase(ports, command), { url, sample, path })).join('\n')
}

describe('nextSteps', () => {
  it('leads from an empty database to the first search', async () => {
    const steps = await stepsOf()
    expect(steps).toMatch(
      /1\. .*\/setup\n.*init-owner.*\n2\. .*ken import.*\n.*--sample\n3\. .*keys create.*\n4\. Search:\n +curl /,
    )
  })

  it('leaves out what is done', async () => {
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

  it('suggests searches that the sample answers', async () => {
    const steps = await stepsOf(memoryPorts(), true)
    expect(steps).toContain('set up VPN')
    expect(steps).toContain(`pnpm ken search salary --url ${url}`)
  })

  it('says npx to whoever came by npx', async () => {
    const steps = await stepsOf(memoryPorts(), false, '/home/ana/.npm/_npx/9c70/node_modules/.bin:/usr/bin')
    expect(steps).toContain('npx --yes pnpm@12 ken init-owner')
  })
})
