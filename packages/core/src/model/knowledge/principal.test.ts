import { describe, expect, it } from 'vitest'
import { roles, type AccountId } from '../accounts/account.ts'
import type { GroupSlug } from '../groups/group.ts'
import { newId } from '../../testing/index.ts'
import { parsePrincipal, principalsOf } from './principal.ts'

const id = newId() as AccountId

describe('parsePrincipal', () => {
  it('parses everyone, roles, groups and people', () => {
    const legal = [
      'everyone',
      'role:Owner',
      'role:Admin',
      'role:Member',
      'group:it-support',
      'group:everyone',
      `user:${id}`,
    ]
    expect(legal.map(parsePrincipal)).toEqual(legal)
  })

  it('R7 refuses every other spelling, so that no list grants access by accident', () => {
    const others = [
      '',
      ' ',
      ':',
      'role',
      'group',
      'user',
      'roles',
      'groups',
      'groupx',
      'users',
      'everyone:',
      ':everyone',
      '*',
      'all',
      'Everyone',
      'everyone ',
      ' everyone',
      'everyone\n',
      'EVERYONE',
      'everyone\u0000',
      'role:owner',
      'role:Owner ',
      'role: Owner',
      'Role:Owner',
      'role:',
      'role:Guest',
      'role:Owner:Admin',
      'role:__proto__',
      'group:',
      'group:IT',
      'group:it support',
      'group:it:hr',
      'group::it',
      'Group:it',
      'group:it\n',
      `group:${'x'.repeat(64)}`,
      'user:',
      'user:ada',
      `user:${id.toUpperCase()}`,
      `user:${id} `,
      `user:{${id}}`,
      `user:${id.replaceAll('-', '')}`,
      `User:${id}`,
      id,
    ]
    expect(others.filter((input) => parsePrincipal(input) !== null)).toEqual([])
  })
})

describe('principalsOf', () => {
  it('R6 gives a person the principals of their id, role and groups, and no others', () => {
    for (const role of roles) {
      const principals = principalsOf({ id, role, groups: ['it', 'hr'] as GroupSlug[] })
      expect(principals).toEqual(['everyone', `role:${role}`, `user:${id}`, 'group:it', 'group:hr'])
      expect(principals.map(parsePrincipal)).toEqual(principals)
    }
  })
})
