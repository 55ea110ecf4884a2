import { describe, expect, it } from 'vitest'
import {
  aPersonIn,
  aSurface,
  aTeamChatIn,
  memoryPorts,
  valueOf,
  type MemoryPorts,
} from '../testing/index.ts'
import { Unavailable } from '../ports/platform/unavailable.ts'
import { createLinkCode } from './create-link-code.ts'
import type { IdentitySource } from '../model/identities/identity.ts'
import { redeemLinkCode } from './redeem-link-code.ts'

const surface = aSurface()
const notLinked = { ok: false, error: { code: 'identity.not_linked' } }
const minute = 60_000

/** A person with a new code. */
async function aCodeHolder(ports: MemoryPorts, overrides: Parameters<typeof aPersonIn>[1] = {}) {
  const { account, actor } = await aPersonIn(ports, overrides)
  return { account, actor, code: valueOf(await createLinkCode(ports, { actor })).code }
}

const redeem = (ports: MemoryPorts, externalId: string, code: string, actor = surface) =>
  redeemLinkCode(ports, { actor, externalId, code, bot: null })

/** Sends `count` wrong codes from one sender. */
async function sendWrongCodes(
  ports: MemoryPorts,
  externalId: string,
  count: number,
  actor = surface,
) {
  for (let tries = 0; tries < count; tries += 1)
    expect(await redeem(ports, externalId, 'WRNG-CODE', actor)).toEqual(notLinked)
}

const away = () => Promise.reject(new Unavailable('database', 'Away.'))

describe('redeemLinkCode', () => {
  it('R63 R66 links the sender to the account of the code, and returns its masked address', async () => {
    const ports = memoryPorts()
    const { account, code } = await aCodeHolder(ports, { email: 'ada@example.com' })
    expect(await redeem(ports, 'U1', code.toLowerCase())).toEqual({
      ok: true,
      value: { account: 'a***@example.com' },
    })
    expect([...ports.database.tables.identities.values()]).toMatchObject([
      { source: 'teamchat', externalId: 'U1', userId: account.id, createdAt: ports.clock.now() },
    ])
  })

  it('R63 accepts a code only on its platform; elsewhere it is refused, consumed and counted as wrong', async () => {
    const ports = memoryPorts()
    const [{ actor }, other] = [
      await aPersonIn(ports),
      aSurface({ source: 'zzz_other' as IdentitySource }),
    ]
    const newCode = async (source?: string) =>
      valueOf(await createLinkCode(ports, { actor, source })).code
    expect(await redeem(ports, 'U1', await newCode('teamchat'))).toMatchObject({ ok: true })
    expect(await redeem(ports, 'U2', await newCode(), other)).toMatchObject({ ok: true })
    const presented = await newCode('teamchat')
    expect(await redeem(ports, 'U3', presented, other)).toEqual(notLinked)
    expect(await redeem(ports, 'U4', presented)).toEqual(notLinked)
    for (let decision = 1; decision < 5; decision += 1) {
      expect(await redeem(ports, 'U3', await newCode('teamchat'), other)).toEqual(notLinked)
    }
    expect(await redeem(ports, 'U3', await newCode('zzz_other'), other)).toEqual(notLinked)
    const linked = [...ports.database.tables.identities.values()].map(({ source, externalId }) => [
      source,
      externalId,
    ])
    expect(linked).toEqual([
      ['teamchat', 'U1'],
      ['zzz_other', 'U2'],
    ])
  })

  it('links the sender although the attempt can no longer be returned', async () => {
    const ports = memoryPorts()
    const { code } = await aCodeHolder(ports)
    const attemptLimits = { ...ports.attemptLimits, refund: away }
    expect(await redeem({ ...ports, attemptLimits }, 'U1', code)).toMatchObject({ ok: true })
  })

  it('R63 accepts a code once over any number of concurrent calls', async () => {
    const ports = memoryPorts()
    const { code } = await aCodeHolder(ports)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, sender) => redeem(ports, `U${sender}`, code)),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(ports.database.tables.identities.size).toBe(1)
  })

  it('R65 refuses a wrong, replaced or expired code, a deactivated account and an invalid id in the same way', async () => {
    const ports = memoryPorts()
    const { actor, code: replaced } = await aCodeHolder(ports)
    const { code: late } = valueOf(await createLinkCode(ports, { actor }))
    const gone = await aCodeHolder(ports)
    ports.database.tables.accounts.set(gone.account.id, { ...gone.account, status: 'deactivated' })
    expect(await redeem(ports, 'U1', replaced)).toEqual(notLinked)
    expect(await redeem(ports, 'U1', gone.code)).toEqual(notLinked)
    for (const externalId of ['', ' U1', 'U 1', 'x'.repeat(201)])
      expect(await redeem(ports, externalId, late)).toEqual(notLinked)
    ports.clock.advance(10 * minute)
    expect(await redeem(ports, 'U2', late)).toEqual(notLinked)
    expect(ports.database.tables.identities.size).toBe(0)
  })

  it('R157 links no one through a bot that was replaced, and consumes the code', async () => {
    const ports = memoryPorts()
    const { code } = await aCodeHolder(ports)
    const { bot } = await aTeamChatIn(ports)
    const through = (botId: string) =>
      redeemLinkCode(ports, { actor: surface, externalId: 'U1', code, bot: { ...bot, botId } })
    expect(await through('another')).toEqual(notLinked)
    expect(await through(bot.botId)).toEqual(notLinked)
    expect(ports.database.tables.identities.size).toBe(0)
  })

  it('R66 moves no identity to another account, and consumes the code', async () => {
    const ports = memoryPorts()
    const [first, second] = [await aCodeHolder(ports), await aCodeHolder(ports)]
    await redeem(ports, 'U1', first.code)
    expect(await redeem(ports, 'U1', second.code)).toEqual(notLinked)
    expect(await redeem(ports, 'U2', second.code)).toEqual(notLinked)
    expect([...ports.database.tables.identities.values()]).toMatchObject([
      { userId: first.account.id },
    ])
  })

  it('R64 refuses the sixth attempt of a sender for ten minutes, even with a correct code, and no other sender’s', async () => {
    const ports = memoryPorts()
    await sendWrongCodes(ports, 'U1', 5)
    expect(await redeem(ports, 'U1', (await aCodeHolder(ports)).code)).toEqual(notLinked)
    expect(await redeem(ports, 'U2', (await aCodeHolder(ports)).code)).toMatchObject({ ok: true })
    ports.clock.advance(10 * minute - 1)
    expect(await redeem(ports, 'U1', (await aCodeHolder(ports)).code)).toEqual(notLinked)
    ports.clock.advance(1)
    expect(await redeem(ports, 'U1', (await aCodeHolder(ports)).code)).toMatchObject({ ok: true })
  })

  it('R64 blocks a source after a thousand wrong codes from any senders, and no other source', async () => {
    const ports = memoryPorts()
    for (let sender = 0; sender < 200; sender += 1) await sendWrongCodes(ports, `U${sender}`, 5)
    expect(await redeem(ports, 'unsuspected', (await aCodeHolder(ports)).code)).toEqual(notLinked)
    // Refused for the source: nothing counts against the sender.
    const { attempts } = ports.database.tables
    expect(attempts.get('external_id:teamchat:unsuspected')).toMatchObject({ failures: 0 })
    const other = aSurface({ source: 'bot_gateway' as IdentitySource })
    expect(await redeem(ports, 'U1', (await aCodeHolder(ports)).code, other)).toMatchObject({
      ok: true,
    })
    ports.clock.advance(10 * minute)
    expect(await redeem(ports, 'unsuspected', (await aCodeHolder(ports)).code)).toMatchObject({
      ok: true,
    })
  })

  it('R64 does not count a correct code or one that could not be verified', async () => {
    const ports = memoryPorts()
    const { actor } = await aCodeHolder(ports)
    for (let round = 0; round < 10; round += 1) {
      const { code } = valueOf(await createLinkCode(ports, { actor }))
      expect(await redeem(ports, 'U1', code)).toMatchObject({ ok: true })
    }
    const failing = {
      ...ports,
      transact: () => Promise.reject(new Error('unavailable')),
    } as MemoryPorts
    for (let round = 0; round < 10; round += 1)
      await expect(redeem(failing, 'U2', 'x')).rejects.toThrow('unavailable')
    const ofCodes = [...ports.database.tables.attempts].filter(
      // What the person created is counted, too.
      ([bucket]) => bucket !== `own_changes:${actor.userId}`,
    )
    expect(ofCodes.map(([, { failures }]) => failures)).toEqual([0, 0, 0])
  })

  it('R64 redeems nothing while attempts cannot be counted', async () => {
    const ports = memoryPorts()
    const { code } = await aCodeHolder(ports)
    const attemptLimits = {
      ...ports.attemptLimits,
      take: () => Promise.reject(new Error('unavailable')),
    }
    await expect(redeem({ ...ports, attemptLimits }, 'U1', code)).rejects.toThrow('unavailable')
    expect(ports.database.tables.identities.size).toBe(0)
  })

  it('R64 returns the attempt to the sender if it cannot be counted for the source', async () => {
    const ports = memoryPorts()
    const attemptLimits: typeof ports.attemptLimits = {
      ...ports.attemptLimits,
      take: (bucket, limit) =>
        bucket.startsWith('source:')
          ? Promise.reject(new Error('unavailable'))
          : ports.attemptLimits.take(bucket, limit),
    }
    await expect(redeem({ ...ports, attemptLimits }, 'U1', 'x')).rejects.toThrow('unavailable')
    expect([...ports.database.tables.attempts.values()]).toMatchObject([{ failures: 0 }])
  })

  it('R64 raises the alarm once when a sender exhausts the limit', async () => {
    const ports = memoryPorts()
    await sendWrongCodes(ports, 'U1', 7)
    const alarm = {
      action: 'identity.guesses_exhausted',
      via: 'chat',
      actorId: null,
      target: 'external_id:teamchat:U1',
    }
    expect([...ports.database.tables.audit.values()]).toMatchObject([alarm])
    expect(ports.log.lines).toMatchObject([
      { level: 'warn', event: 'identity.guesses_exhausted', fields: { source: 'teamchat' } },
    ])
  })
})
