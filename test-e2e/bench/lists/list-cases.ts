import { ok, type AuditFilter, type Ports } from '@ken/core'
import { createHash } from 'node:crypto'

/** A question of a list: resolves to the number of rows. */
export type ListCase = { readonly name: string; readonly run: (transact: Ports['transact']) => Promise<number> }

const pageLimit = 26

/** The id of the nth person, as the filled rows have it. */
const person = (place: number) => {
  const hex = createHash('md5').update(`person${place}`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as NonNullable<AuditFilter['actorId']>
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** Every combination of filters of the audit log. The log covers about 359 days. */
export function auditCases(entries: number): readonly ListCase[] {
  const actors = { '-': null, common: person(1), admin: person(20), rare: person(90_000), absent: person(-1) }
  const targets = { '-': null, common: 'knowledge:documents', own: `user:${person(1)}`, settings: 'settings:team_chat', rare: `user:${person(90_000)}`, absent: 'user:none' }
  const actions = { '-': null, common: 'sign_in.succeed', old: 'invitation.create', area: 'sign_in', rare: 'secrets.reencrypt', absent: 'none' }
  const outcomes = { '-': null, success: 'success', failure: 'failure' } as const
  const ranges = {
    '-': { from: null, until: null },
    'wide, old': { from: daysAgo(350), until: daysAgo(100) },
    'narrow, old': { from: daysAgo(200), until: daysAgo(199.9) },
    'future': { from: daysAgo(-10), until: null },
  }
  const pages = { first: null, deep: String(Math.floor(entries / 4)) }
  const cases: ListCase[] = []
  for (const [actor, actorId] of Object.entries(actors))
    for (const [targetName, target] of Object.entries(targets))
      for (const [actionName, action] of Object.entries(actions))
        for (const [outcomeName, outcome] of Object.entries(outcomes))
          for (const [range, times] of Object.entries(ranges))
            for (const [page, after] of Object.entries(pages)) {
              const filter = { actorId, target, action, outcome, ...times }
              cases.push({
                name: `audit actor ${actor} target ${targetName} action ${actionName} outcome ${outcomeName} time ${range} page ${page}`,
                run: async (transact) =>
                  (await transact(async ({ audit }) => ok(await audit.list(filter, { after, limit: pageLimit })))).value.length,
              })
            }
  return cases
}
