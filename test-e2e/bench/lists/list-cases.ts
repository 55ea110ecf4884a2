import {
  anyKey,
  listedKeyStatuses,
  ok,
  type AccountId,
  type Email,
  type InvitationImportId,
  type KeyFilter,
  type KeyId,
  type Ports,
} from '@ken/core'
import { createHash } from 'node:crypto'

/** A question of a list: resolves to the number of rows. */
export type ListCase = {
  readonly name: string
  readonly run: (transact: Ports['transact']) => Promise<number>
}

const pageLimit = 26

/** An id that the filled rows have. */
const uuidOf = (name: string): string =>
  createHash('md5')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const person = (place: number) => uuidOf(`person${place}`) as AccountId

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** Every combination of filters of the audit log. The log covers about 359 days. */
export function auditCases(entries: number): readonly ListCase[] {
  const actors = {
    '-': null,
    common: person(1),
    rare: person(90_000),
    absent: person(-1),
  }
  const targets = {
    '-': null,
    common: 'source:wiki',
    own: `user:${person(1)}`,
    rare: `user:${person(90_000)}`,
    absent: 'user:none',
  }
  const actions = {
    '-': null,
    common: 'sign_in.succeed',
    old: 'invitation.create',
    area: 'sign_in',
    rare: 'secrets.reencrypt',
  }
  const outcomes = { '-': null, success: 'success', failure: 'failure' } as const
  const ranges = {
    '-': { from: null, until: null },
    'wide, old': { from: daysAgo(350), until: daysAgo(100) },
    'narrow, old': { from: daysAgo(200), until: daysAgo(199.9) },
    future: { from: daysAgo(-10), until: null },
  }
  const pages = { first: null, deep: String(Math.floor(entries / 4)) }
  const cases: ListCase[] = []
  for (const [actor, actorId] of Object.entries(actors))
    for (const [targetName, target] of Object.entries(targets))
      for (const [actionName, action] of Object.entries(actions))
        for (const [outcomeName, outcome] of Object.entries(outcomes))
          for (const [range, times] of Object.entries(ranges))
            for (const [page, after] of Object.entries(pages)) {
              const filter = {
                actorId,
                target,
                action,
                outcome,
                sessionId: null,
                requestId: null,
                ...times,
              }
              cases.push({
                name: `audit actor ${actor} target ${targetName} action ${actionName} outcome ${outcomeName} time ${range} page ${page}`,
                run: async (transact) =>
                  (
                    await transact(async ({ audit }) =>
                      ok(await audit.list(filter, { after, limit: pageLimit })),
                    )
                  ).value.length,
              })
            }
  return cases
}

/** Every combination of filters of people, and what is suggested for typed text. */
export function peopleCases(): readonly ListCase[] {
  const texts = {
    '-': null,
    'one common letter': 'a',
    'one rare letter': 'q',
    'no letter': 'é',
    two: 'qv',
    domain: 'example.com',
    'last name': 'dijkstra',
    'part of names': 'son',
    'start of the last addresses': 'zo',
    rare: 'qvist',
    number: '@corp',
    'end of a number': '77@',
    absent: 'no-one-at-all',
    wildcards: '%_',
  }
  const roles = { '-': null, Owner: 'Owner', Admin: 'Admin', Member: 'Member' } as const
  const statuses = { '-': null, active: 'active', deactivated: 'deactivated' } as const
  const pages = { first: null, deep: 'katanel.king@example.com' as Email }
  const cases: ListCase[] = []
  for (const [textName, text] of Object.entries(texts)) {
    for (const [roleName, role] of Object.entries(roles))
      for (const [statusName, status] of Object.entries(statuses))
        for (const mfa of [null, 'enabled', 'missing'] as const)
          for (const [page, after] of Object.entries(pages))
            cases.push({
              name: `people text ${textName} role ${roleName} status ${statusName} factor ${mfa ?? '-'} page ${page}`,
              run: async (transact) =>
                (
                  await transact(async ({ accounts }) =>
                    ok(
                      await accounts.list({ text, role, status, mfa }, { after, limit: pageLimit }),
                    ),
                  )
                ).value.length,
            })
    if (text !== null)
      cases.push({
        name: `people suggested for ${textName}`,
        run: async (transact) =>
          (await transact(async ({ accounts }) => ok(await accounts.suggest(text, 10)))).value
            .length,
      })
  }
  return cases
}

/** Filters of keys: of people, of texts, of states, and one of each together. */
export function keyCases(): readonly ListCase[] {
  const owners = { '-': null, common: person(1), rare: person(90_000), absent: person(-1) }
  const pages = {
    first: null,
    deep: `${Math.floor(Date.now() - 400 * 86_400_000)
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})/, '$1-')}-7000-8000-000000000000` as KeyId,
  }
  const ofPeople = Object.entries(owners).flatMap(([owner, ownerId]) =>
    Object.entries(owners).map(([responsible, responsibleId]) => ({
      name: `owner ${owner} responsible ${responsible}`,
      filter: { ownerId, responsibleId },
    })),
  )
  const texts = [null, 'key', 'Key 77', 'example.com', 'qvist', 'a', 'no-one-at-all']
  const states: readonly Partial<KeyFilter>[] = [
    {},
    ...listedKeyStatuses.map((status) => ({ status })),
    { kind: 'service' },
    { expiresWithinDays: 7 },
    { unusedForDays: 90 },
    { neverExpires: true },
    { status: 'active', kind: 'personal', neverExpires: true, unusedForDays: 90 },
  ]
  const ofStates = texts.flatMap((text) =>
    states.map((state) => ({
      name: `text ${text ?? '-'} ${JSON.stringify(state)}`,
      filter: { text, ...state },
    })),
  )
  return [...ofPeople, ...ofStates].flatMap(({ name, filter }) =>
    Object.entries(pages).map(([page, after]) => ({
      name: `keys ${name} page ${page}`,
      run: async (transact: Ports['transact']) =>
        (
          await transact(async ({ keys }) =>
            ok(await keys.list({ ...anyKey, ...filter }, { after, limit: pageLimit })),
          )
        ).value.length,
    })),
  )
}

/** Every combination of filters of invitations. */
export function invitationCases(): readonly ListCase[] {
  const states = [null, 'queued', 'sent', 'failed', 'accepted', 'expired', 'revoked'] as const
  const imports = {
    '-': null,
    large: uuidOf('import1'),
    small: uuidOf('import7'),
    absent: uuidOf('import-1'),
  }
  const texts = [null, 'invited7', '@example', '777', 'no-one-at-all']
  return texts.flatMap((text) =>
    states.flatMap((state) =>
      Object.entries(imports).map(([importName, importId]) => ({
        name: `invitations text ${text ?? '-'} state ${state ?? '-'} import ${importName}`,
        run: async (transact: Ports['transact']) =>
          (
            await transact(async ({ invitations }) =>
              ok(
                await invitations.list(
                  { text, state, importId: importId as InvitationImportId | null },
                  { after: null, limit: pageLimit },
                ),
              ),
            )
          ).value.length,
      })),
    ),
  )
}
