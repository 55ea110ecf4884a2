import { describe, expect, it } from 'vitest'
import { newId } from '../../testing/index.ts'
import { roles, type AccountId, type Role } from './account.ts'
import { accountActs, mayActOn, type AccountAct } from './permissions.ts'

/**
 * The permission matrix, written a second time. The targets of each actor are an Owner, an Admin, a
 * Member, and the actor's own account.
 */
const table: Readonly<Record<AccountAct, string>> = {
  //                    by Owner  by Admin  by Member
  //                    O A M own O A M own O A M own
  invite: /*           */ 'y y y -   - - y -   - - - -',
  deactivate: /*       */ 'y y y -   - - y -   - - - -',
  reactivate: /*       */ 'y y y -   - - y -   - - - -',
  delete: /*           */ 'y y y y   - - - -   - - - -',
  change_role: /*      */ 'y y y y   - - - -   - - - -',
  change_email: /*     */ 'y y y -   - - y -   - - - -',
  reset_password: /*   */ 'y y y -   - - y -   - - - -',
  reset_second_factor: 'y y y -   - - y -   - - - -',
  end_sessions: /*     */ 'y y y y   - - y y   - - - y',
  issue_key: /*        */ 'y y y y   - - y y   - - - y',
  revoke_key: /*       */ 'y y y y   y y y y   - - - y',
  remove_identity: /*  */ 'y y y y   - - y y   - - - y',
}

const [actorId, targetId] = [newId() as AccountId, newId() as AccountId]

function rowOf(act: AccountAct): string {
  const cells = roles.map((role) => {
    const actor = { id: actorId, role }
    const targets = [...roles.map((targetRole) => ({ id: targetId, role: targetRole })), actor]
    return targets.map((target) => (mayActOn(actor, act, target) ? 'y' : '-')).join(' ')
  })
  return cells.join('   ')
}

describe('mayActOn', () => {
  it('R51 permits exactly what the table says, for every actor, act and target', () => {
    expect(Object.keys(table).toSorted()).toEqual([...accountActs].toSorted())
    expect(Object.fromEntries(accountActs.map((act) => [act, rowOf(act)]))).toEqual(table)
  })

  it('R51 decides on a new account by its role alone, and never mistakes it for the actor', () => {
    const invitable = [
      { id: null, role: 'Owner' } as const,
      { id: actorId, role: 'Admin' } as const,
      { id: actorId, role: 'Member' } as const,
    ].map((actor) => roles.filter((role) => mayActOn(actor, 'invite', { id: null, role })))
    expect(invitable).toEqual([roles, ['Member'], []])
  })

  it('R51 accepts a role by its exact name only', () => {
    const misspelt = [
      'owner',
      'OWNER',
      'Owner ',
      ' Owner',
      'Оwner',
      'admin',
      '',
      '__proto__',
      'constructor',
    ] as string[] as Role[]
    for (const role of misspelt) {
      const permitted = accountActs.filter((act) =>
        roles.some((target) =>
          mayActOn({ id: actorId, role }, act, { id: targetId, role: target }),
        ),
      )
      expect(permitted).toEqual([])
    }
    for (const role of ['member', 'Member ', 'MEMBER'] as string[] as Role[]) {
      expect(mayActOn({ id: actorId, role: 'Admin' }, 'deactivate', { id: targetId, role })).toBe(
        false,
      )
    }
  })
})
