import { expect, it } from 'vitest'
import { createLinkCode } from '../identities/create-link-code.ts'
import { runIdempotently } from '../idempotency/run-idempotently.ts'
import { createInvitation } from '../invitations/create-invitation.ts'
import { importInvitations } from '../invitations/import-invitations.ts'
import { resendInvitation } from '../invitations/resend-invitation.ts'
import type { InvitationId } from '../model/invitations/invitation.ts'
import { operator } from '../model/actor.ts'
import { changeOwnName } from '../accounts/change-own-name.ts'
import { changeEmail } from '../accounts/change-email.ts'
import { createServiceKey } from '../keys/create-service-key.ts'
import { takeOverKey } from '../keys/take-over-key.ts'
import { issuePasswordReset } from '../passwords/issue-password-reset.ts'
import { enrolSecondFactor } from '../second-factor/enrol-second-factor.ts'
import { resetSecondFactor } from '../second-factor/reset-second-factor.ts'
import { err, ok } from '../model/result.ts'
import { aPersonIn, memoryPorts, newId, valueOf, type MemoryPorts } from '../testing/index.ts'
import { changesPerHourMax, withinChangeLimit, type LimitedChange } from './within-change-limit.ts'

const exhausted = (kind: LimitedChange) =>
  err({ code: 'account.changes_exhausted', kind, retryAfterSeconds: 3_600 })
const refused = async () => err({ code: 'account.forbidden' as const })
const used = (ports: MemoryPorts, userId: string) =>
  (['own_changes', 'sent_invitations', 'administered_changes'] as const).map(
    (kind: LimitedChange) => ports.database.tables.attempts.get(`${kind}:${userId}`)?.failures ?? 0,
  )

it('permits 200 changes of a person in an hour, also at once, and any number to the operator', async () => {
  const ports = memoryPorts()
  const { actor } = await aPersonIn(ports)
  let made = 0
  const change = async () => {
    made += 1
    return ok(made)
  }
  const by = (who: Parameters<typeof withinChangeLimit>[1]) =>
    withinChangeLimit(ports, who, 'own_changes', change)
  const outcomes = await Promise.all(
    Array.from({ length: changesPerHourMax + 10 }, () => by(actor)),
  )
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(changesPerHourMax)
  expect(await by(actor)).toEqual(exhausted('own_changes'))
  expect(await by(operator)).toMatchObject({ ok: true })
  ports.clock.advance(3_600_000)
  expect(await by(actor)).toMatchObject({ ok: true })
})

it('counts no change that is refused, fails, or changes nothing', async () => {
  const ports = memoryPorts()
  const { actor } = await aPersonIn(ports)
  expect(await withinChangeLimit(ports, actor, 'sent_invitations', refused)).toEqual(
    await refused(),
  )
  const failing = withinChangeLimit(ports, actor, 'sent_invitations', () =>
    Promise.reject(new Error('fault')),
  )
  await expect(failing).rejects.toThrow('fault')
  const nothing = await withinChangeLimit(
    ports,
    actor,
    'own_changes',
    async () => ok('as before'),
    () => false,
  )
  expect(nothing).toEqual(ok('as before'))
  expect(used(ports, actor.userId)).toEqual([0, 0, 0])
})

it('counts what one person could repeat for ever', async () => {
  const ports = memoryPorts()
  const { actor } = await aPersonIn(ports, { role: 'Owner' })
  const own = [
    () => changeOwnName(ports, { actor, name: newId() }),
    () => createLinkCode(ports, { actor }),
    () => enrolSecondFactor(ports, { actor }),
  ]
  const invited = valueOf(
    await createInvitation(ports, { actor, email: 'lin@example.com', role: 'Member' }),
  )
  const sent = [() => resendInvitation(ports, { actor, invitationId: invited.id })]
  const { id: userId } = (await aPersonIn(ports)).account
  const serviceKey = {
    actor,
    source: 'portal',
    name: 'bot',
    lifetimeDays: 30,
    sources: null,
  } as const
  const created = valueOf(await createServiceKey(ports, serviceKey))
  const administered = [
    () => changeEmail(ports, { actor, userId, email: `${newId()}@example.com` }),
    () => issuePasswordReset(ports, { actor, userId }),
    () => issuePasswordReset({ ...ports, mailer: null }, { actor, userId }),
    () => resetSecondFactor(ports, { actor, userId }),
    () => createServiceKey(ports, serviceKey),
    () => takeOverKey(ports, { actor, keyId: created.key.id, ownerId: actor.userId }),
  ]
  for (const change of [...own, ...sent, ...administered])
    expect(await change()).toMatchObject({ ok: true })
  expect(used(ports, actor.userId)).toEqual([own.length, sent.length + 1, administered.length + 1])
  for (const bucket of ['own_changes', 'sent_invitations', 'administered_changes'] as const)
    for (let count = 0; count < changesPerHourMax; count += 1)
      await withinChangeLimit(ports, actor, bucket, async () => ok(null))
  for (const change of own) expect(await change()).toEqual(exhausted('own_changes'))
  for (const change of sent) expect(await change()).toEqual(exhausted('sent_invitations'))
  for (const change of administered)
    expect(await change()).toEqual(exhausted('administered_changes'))
})

it('returns the response of a request that succeeded to its retry, also over the limit', async () => {
  const ports = memoryPorts()
  const { actor } = await aPersonIn(ports, { role: 'Owner' })
  const invite = (key: string) =>
    runIdempotently(ports, {
      request: { callerId: actor.userId, operation: 'createInvitation', key },
      fingerprint: '',
      act: (transact) =>
        createInvitation(
          { ...ports, transact },
          { actor, email: 'lin@example.com', role: 'Member' },
        ),
      responseOf: ({ email }) => email,
    })
  await invite('first')
  expect(await invite('first')).toMatchObject({ value: { isReplay: true } })
  expect(used(ports, actor.userId)).toEqual([0, 1, 0])
  for (let count = 1; count < changesPerHourMax; count += 1)
    await withinChangeLimit(ports, actor, 'sent_invitations', async () => ok(null))
  expect(await invite('first')).toMatchObject({ value: { isReplay: true } })
  expect(await invite('second')).toEqual(exhausted('sent_invitations'))
})

it('leaves imports of invitations to their own pace', async () => {
  const ports = memoryPorts()
  const { actor } = await aPersonIn(ports, { role: 'Owner' })
  const lines = [{ line: 1, fields: { email: 'lin@example.com', role: 'Member' } }]
  expect(await importInvitations(ports, { actor, lines, dryRun: false })).toMatchObject({
    ok: true,
  })
  const unknown = { actor, invitationId: newId() as InvitationId }
  expect(await resendInvitation(ports, unknown)).toMatchObject({ ok: false })
  expect(used(ports, actor.userId)).toEqual([0, 0, 0])
})
