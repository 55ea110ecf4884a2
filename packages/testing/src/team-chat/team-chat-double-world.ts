import { randomBytes } from 'node:crypto'
import type { Channel } from '@mattermost/types/channels'
import type { Post } from '@mattermost/types/posts'

export type DoubleUser = {
  readonly id: string
  readonly username: string
  readonly isBot: boolean
  readonly token: string
}
export type DoubleChannel = Pick<
  Channel,
  'id' | 'create_at' | 'team_id' | 'type' | 'name' | 'display_name'
> & {
  readonly members: readonly string[]
  update_at: number
  delete_at: number
  last_post_at: number
}
/** Fields as the server has them, those that a person cannot set included. */
export type DoublePost = Post & { original_id: string; remote_id?: string }

export type DoubleBroadcast = {
  readonly channel_id?: string
  readonly user_id?: string
  readonly omitUserId?: string
}
/** What happened, before a connection numbers it. */
export type DoubleEvent = {
  readonly event: string
  readonly data: object
  readonly broadcast: DoubleBroadcast
}

/** Who and what the double's server knows, and where it tells what happens. */
export type DoubleWorld = {
  /** Milliseconds; no two posts of a world have the same, unless a test makes them so. */
  readonly now: () => number
  readonly users: Map<string, DoubleUser>
  readonly revokedTokens: Set<string>
  readonly channels: Map<string, DoubleChannel>
  readonly posts: Map<string, DoublePost>
  readonly listeners: Set<(event: DoubleEvent) => void>
}

export function doubleWorld(wallClock: () => number): DoubleWorld {
  let last = 0
  const now = () => {
    last = Math.max(last + 1, wallClock())
    return last
  }
  return {
    now,
    users: new Map(),
    revokedTokens: new Set(),
    channels: new Map(),
    posts: new Map(),
    listeners: new Set(),
  }
}

const alphabet = 'ybndrfg8ejkmcpqxot1uwisza345h769'

/** 128 random bits in z-base-32: 26 letters and digits. */
export function newDoubleId(): string {
  const bits = BigInt(`0x${randomBytes(16).toString('hex')}`) << 2n
  return Array.from(
    { length: 26 },
    (_, place) => alphabet[Number((bits >> BigInt(5 * (25 - place))) & 31n)],
  ).join('')
}

export const isDoubleId = (text: string): boolean => /^[a-z0-9]{26}$/.test(text)

export function addUser(world: DoubleWorld, username: string, isBot: boolean): DoubleUser {
  const user = { id: newDoubleId(), username, isBot, token: newDoubleId() }
  world.users.set(user.id, user)
  return user
}

/** Who a token speaks for; null for an unknown and for a revoked one alike. */
export function userOfToken(world: DoubleWorld, token: string | null): DoubleUser | null {
  if (token === null || world.revokedTokens.has(token)) return null
  return [...world.users.values()].find((user) => user.token === token) ?? null
}

/** The direct channel of two users, made when there is none. */
export function directChannel(world: DoubleWorld, one: string, other: string): DoubleChannel {
  const name = [one, other].toSorted().join('__')
  const existing = [...world.channels.values()].find((channel) => channel.name === name)
  if (existing !== undefined) return existing
  const channel = addChannel(world, { type: 'D', name, members: [one, other] })
  emit(world, 'direct_added', { creator_id: one, teammate_id: other }, { channel_id: channel.id })
  return channel
}

export function addChannel(
  world: DoubleWorld,
  { type, name, members }: Pick<DoubleChannel, 'type' | 'name' | 'members'>,
): DoubleChannel {
  const at = world.now()
  const channel: DoubleChannel = {
    id: newDoubleId(),
    create_at: at,
    update_at: at,
    delete_at: 0,
    team_id: type === 'D' || type === 'G' ? '' : newDoubleId(),
    type,
    name,
    display_name: '',
    last_post_at: 0,
    members,
  }
  world.channels.set(channel.id, channel)
  return channel
}

export function emit(
  world: DoubleWorld,
  event: string,
  data: object,
  broadcast: DoubleBroadcast,
): void {
  for (const listener of world.listeners) listener({ event, data, broadcast })
}
