import { describe, expect } from 'vitest'
import type { Account, AccountId } from '../../../../model/accounts/account.ts'
import {
  ownConversationKey,
  type ConversationKey,
  type Message,
} from '../../../../model/conversation.ts'
import type { IdentitySource } from '../../../../model/identities/identity.ts'
import type { DocumentId } from '../../../../model/knowledge/document.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { anAccount, newId } from '../../../builders/builders.ts'
import {
  concurrently,
  committed,
  racesNote,
  testIn,
  type Closable,
  type SuiteOptions,
} from '../../contract-suite.ts'

export type ConversationStoreWorld = Closable & {
  readonly transact: Transact
  /** The number of conversations, and of those without an account. */
  readonly countConversations: () => Promise<{
    readonly all: number
    readonly withoutAccount: number
  }>
}

type ConversationStoreOptions = SuiteOptions & {
  /** How many connections of this world wait for a lock. Without it, waiting is not asserted. */
  readonly countWaiting?: () => Promise<number>
}

const aKey = (overrides: Partial<ConversationKey> = {}): ConversationKey => ({
  source: 'teamchat' as IdentitySource,
  channelId: newId(),
  rootId: newId(),
  ...overrides,
})
const asked = (text: string): Message => ({ role: 'person', text, basedOn: [] })
const documentIds = [newId(), newId()] as readonly string[] as readonly DocumentId[]
const answered = (text: string): Message => ({ role: 'assistant', text, basedOn: documentIds })

/** What every `ConversationStore` must do. `open` returns a fresh, empty world for each test. */
export function conversationStoreContract(
  name: string,
  open: () => Promise<ConversationStoreWorld>,
  options: ConversationStoreOptions = {},
) {
  const test = testIn(open)
  describe(`ConversationStore contract: ${name}${racesNote(options)}`, () => {
    test('returns the last messages of a conversation, oldest first', async (world) => {
      const [{ id }, key] = [await aPerson(world), aKey()]
      for (const turn of ['one', 'two "😀"', 'three'])
        await append(world, key, id, [asked(turn), answered(`${turn}!`)])
      expect(await list(world, key, id)).toEqual(
        ['one', 'two "😀"', 'three'].flatMap((turn) => [asked(turn), answered(`${turn}!`)]),
      )
      expect(await list(world, key, id, 3)).toEqual([
        answered('two "😀"!'),
        asked('three'),
        answered('three!'),
      ])
      expect(await world.countConversations()).toEqual({ all: 1, withoutAccount: 0 })
    })

    test('R219 separates conversations of other threads, channels and platforms', async (world) => {
      const [{ id }, key] = [await aPerson(world), aKey()]
      await append(world, key, id, [asked('here')])
      const others = [aKey({ ...key, rootId: newId() }), aKey({ ...key, channelId: newId() })]
      for (const other of [...others, { ...key, source: 'bot_messenger' as IdentitySource }]) {
        expect(await list(world, other, id)).toEqual([])
        await append(world, other, id, [asked('elsewhere')])
      }
      expect(await list(world, key, id)).toEqual([asked('here')])
      expect(await world.countConversations()).toEqual({ all: 4, withoutAccount: 0 })
    })

    test('returns nothing that another person wrote or was answered in the thread', async (world) => {
      const [ada, bob, key] = [await aPerson(world), await aPerson(world), aKey()]
      await append(world, key, ada.id, [asked('salaries'), answered('millions')])
      await append(world, key, bob.id, [asked('and?')])
      expect(await list(world, key, bob.id)).toEqual([asked('and?')])
      expect(await list(world, key, ada.id)).toHaveLength(2)
    })

    test('R61 keeps the conversation of a deleted account, without its owner', async (world) => {
      const [{ id }, key] = [await aPerson(world), aKey()]
      await append(world, key, id, [asked('one'), answered('two')])
      await committed(world.transact, ({ accounts }) => accounts.remove(id))
      expect(await world.countConversations()).toEqual({ all: 1, withoutAccount: 1 })
      expect(await list(world, key, id)).toEqual([])
      const other = await aPerson(world)
      await append(world, key, other.id, [asked('three')])
      expect(await list(world, key, other.id)).toEqual([asked('three')])
    })

    test('R61 adds nothing if the account was deleted', async (world) => {
      const { id } = anAccount()
      expect(await append(world, aKey(), id, [asked('one')])).toBe(false)
      expect(await world.countConversations()).toEqual({ all: 0, withoutAccount: 0 })
    })

    test('removes a conversation for its person only, with all messages', async (world) => {
      const [ada, bob, key] = [await aPerson(world), await aPerson(world), aKey()]
      await append(world, key, ada.id, [asked('one'), answered('two')])
      await append(world, aKey(), ada.id, [asked('elsewhere')])
      const [remove, lock] = [
        (id: AccountId) =>
          committed(world.transact, ({ conversations }) => conversations.remove(key, id)),
        (id: AccountId) =>
          committed(world.transact, ({ conversations }) => conversations.lock(key, id)),
      ]
      expect([await lock(bob.id), await remove(bob.id), await lock(ada.id)]).toEqual([
        false,
        false,
        true,
      ])
      expect([await remove(ada.id), await remove(ada.id), await lock(ada.id)]).toEqual([
        true,
        false,
        false,
      ])
      expect(await list(world, key, ada.id)).toEqual([])
      expect(await world.countConversations()).toEqual({ all: 1, withoutAccount: 0 })
    })

    test('R61 removes what a person asked Ken itself, also after the account, and nothing of others or of chats', async (world) => {
      const [ada, bob] = [await aPerson(world), await aPerson(world)]
      for (const person of [ada, bob]) {
        for (const id of [newId(), newId()])
          await append(world, ownConversationKey(person.id, id), person.id, [asked('one')])
        await append(world, aKey(), person.id, [asked('in a chat')])
      }
      await committed(world.transact, async ({ accounts, conversations }) => {
        await accounts.remove(ada.id)
        await conversations.removeOwn(ada.id)
      })
      expect(await world.countConversations()).toEqual({ all: 4, withoutAccount: 1 })
    })

    if (options.races ?? true) {
      test('removes no conversation while a transaction has locked it', async (world) => {
        const [{ id }, key] = [await aPerson(world), aKey()]
        await append(world, key, id, [asked('one')])
        const locked = Promise.withResolvers<void>()
        const continuing = committed(world.transact, async ({ conversations }) => {
          expect(await conversations.lock(key, id)).toBe(true)
          locked.resolve()
          await new Promise((resolve) => setImmediate(resolve))
          await conversations.append(key, id, [asked('two')], newId)
        })
        await locked.promise
        await committed(world.transact, ({ conversations }) => conversations.remove(key, id))
        await continuing
        expect(await list(world, key, id)).toEqual([])
        expect(await world.countConversations()).toEqual({ all: 0, withoutAccount: 0 })
      })

      test('R61 deletes no account while a transaction adds to the conversation that it has locked', async (world) => {
        const { transact } = world
        const [{ id }, key] = [await aPerson(world), aKey()]
        await append(world, key, id, [asked('one')])
        const removing: Promise<void>[] = []
        await committed(transact, async ({ conversations }) => {
          expect(await conversations.lock(key, id)).toBe(true)
          removing.push(committed(transact, ({ accounts }) => accounts.remove(id)))
          await overOrWaiting(removing[0]!, options)
          await conversations.append(key, id, [asked('two')], newId)
        })
        await removing[0]
        expect(await world.countConversations()).toEqual({ all: 1, withoutAccount: 1 })
      })

      test('R61 locks no conversation of an account that is being deleted', async (world) => {
        const { transact } = world
        const [{ id }, key] = [await aPerson(world), aKey()]
        await append(world, key, id, [asked('one')])
        const locking: Promise<boolean>[] = []
        await committed(transact, async ({ accounts }) => {
          await accounts.remove(id)
          locking.push(committed(transact, ({ conversations }) => conversations.lock(key, id)))
          await overOrWaiting(locking[0]!, options)
        })
        expect(await locking[0]).toBe(false)
      })

      test('starts one conversation for twenty concurrent messages', async (world) => {
        const [{ id }, key] = [await aPerson(world), aKey()]
        await concurrently(20, (position) => append(world, key, id, [asked(`${position}`)]))
        expect(await list(world, key, id)).toHaveLength(20)
        expect(await world.countConversations()).toEqual({ all: 1, withoutAccount: 0 })
      })
    }
  })
}

/** Waits until the work has either finished or waits for a lock. */
async function overOrWaiting(
  work: Promise<unknown>,
  { countWaiting = async () => 1 }: ConversationStoreOptions,
): Promise<void> {
  let isOver = false
  const settled = () => {
    isOver = true
  }
  work.then(settled, settled)
  await expect.poll(async () => isOver || (await countWaiting()) > 0, { interval: 5 }).toBe(true)
}

async function aPerson({ transact }: ConversationStoreWorld): Promise<Account> {
  const person = anAccount()
  await committed(transact, ({ accounts }) => accounts.insert(person))
  return person
}

const append = (
  { transact }: ConversationStoreWorld,
  key: ConversationKey,
  userId: AccountId,
  messages: readonly Message[],
) => committed(transact, ({ conversations }) => conversations.append(key, userId, messages, newId))

const list = (
  { transact }: ConversationStoreWorld,
  key: ConversationKey,
  userId: AccountId,
  limit = 100,
) => committed(transact, ({ conversations }) => conversations.listMessages(key, userId, limit))
