import { importDocuments, operator } from '@ken/core'
import { aDocument, memoryAnswerModel } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { httpWorld } from '../testing/http-world.ts'
import { keyHolderIn } from '../testing/key-holder.ts'
import { mcpClients } from '../testing/mcp-clients.ts'

const generations = ['current', 'earlier'] as const

describe.for(generations)('the official client (%s)', (generation) => {
  it('searches with the permissions of the owner of the key', async () => {
    const world = await httpWorld()
    const [ada, bob] = [await keyHolderIn(world), await keyHolderIn(world)]
    const updatedAt = new Date('2026-05-06T08:12:00Z')
    const document = { body: 'The plan for the lighthouse.', updatedAt }
    await importDocuments(world.ports, {
      actor: operator,
      documents: [
        aDocument({ ...document, title: 'For Ada', allowed: [`user:${ada.account.id}`] }),
        aDocument({ ...document, title: 'For Bob', allowed: [`user:${bob.account.id}`] }),
      ],
    })
    for (const [holder, title] of [
      [ada, 'For Ada'],
      [bob, 'For Bob'],
    ] as const) {
      const client = await mcpClients[generation](world.app, holder.plain)
      const result = await client.call('search', { query: 'lighthouse' })
      expect(result.structuredContent).toMatchObject({
        results: [{ title, updated_at: updatedAt.toISOString() }],
        degraded: false,
      })
      expect(result.content).toEqual([
        { type: 'text', text: JSON.stringify(result.structuredContent) },
      ])
    }
  })

  it('lists the same tools in the same order, and no resources: a knowledge base is searched', async () => {
    const { app, key } = await httpWorld()
    const client = await mcpClients[generation](app, key)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['search', 'fetch', 'ask'])
    for (const { annotations, inputSchema, outputSchema } of tools) {
      expect(annotations).toEqual({
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      })
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      // Clients that know another dialect alone cannot read a schema that names one.
      for (const schema of [inputSchema, outputSchema]) expect(schema).not.toHaveProperty('$schema')
      expect(outputSchema).toMatchObject({ type: 'object' })
      // Connected clients check the results of later versions, too, with it.
      expect(JSON.stringify(outputSchema)).not.toContain('additionalProperties')
    }
    expect((await client.listResources()).resources).toEqual([])
  })

  it('learns which argument is wrong', async () => {
    const { app, key } = await httpWorld()
    const client = await mcpClients[generation](app, key)
    const result = await client.call('search', { query: 'vpn', limit: 51, page: 2 })
    expect(result).toMatchObject({ isError: true })
    const [item] = result.content
    expect(item).toMatchObject({ text: expect.stringMatching(/limit: .*50.*page/) })
    await expect(client.call('constructor', {})).rejects.toMatchObject({ code: -32602 })
  })

  it('learns as a tool error that the key has used its calls, and how long to wait', async () => {
    const { app, key } = await httpWorld()
    const client = await mcpClients[generation](app, key)
    for (let call = 0; call < 60; call += 1) await client.call('search', { query: 'vpn' })
    expect(await client.call('search', { query: 'vpn' })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'Too many requests. Try again in 60 seconds.' }],
      _meta: { 'ken/retry_after_seconds': 60 },
    })
  })
})

describe.for(generations)('a question of the official client (%s)', (generation) => {
  it('is answered from what the owner of the key may see, and nothing is kept of it', async () => {
    const answerModel = memoryAnswerModel()
    answerModel.say('It jams when it is cold [1].')
    const world = await httpWorld({ ports: { answerModel } })
    const client = await mcpClients[generation](world.app, world.key)
    const result = await client.call('ask', { question: 'Why does the printer jam?' })
    expect(result.structuredContent).toMatchObject({
      answer: 'It jams when it is cold [1].',
      outcome: 'answered',
      sources: [{ number: 1, title: 'Printer on floor two', cited: true }],
    })
    expect(result.content.map(({ type }) => type)).toEqual(['text', 'resource_link'])
    const seen: unknown[] = []
    const asked = { question: 'Why does the printer jam?' }
    const shown = await client.callWithProgress('ask', asked, (message) => seen.push(message))
    expect(shown.structuredContent).toEqual(result.structuredContent)
    expect(seen).toEqual(['searching', 'writing'])
    expect(world.ports.database.tables.conversations.size).toBe(0)
    for (let call = 0; call < 8; call += 1) await client.call('ask', { question: 'dinosaurs?' })
    expect(await client.call('ask', { question: 'Why?' })).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringMatching(/^Too many requests\. Try again in \d+ seconds\.$/) },
      ],
    })
  })
})
