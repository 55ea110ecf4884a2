import type { MessageEntity } from 'grammy/types'
import { MessengerRefusal } from './bot-messenger-double-answers.ts'

const textLengthMax = 4_096
const letter = String.raw`[\p{L}\p{Nd}_\u200c\u00b7]`
const wordBefore = String.raw`(?<![\p{L}\p{N}_])`

/**
 * What a server finds in any text and makes active, in its own order. Domains without a protocol need a known ending
 * there; here any two letters are one.
 */
const found: readonly { readonly type: FoundType; readonly pattern: RegExp }[] = [
  { type: 'mention', pattern: new RegExp(`${wordBefore}@\\w{2,32}(?![\\p{L}\\p{N}_])`, 'gu') },
  {
    type: 'bot_command',
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}_/<>])/\\w{1,64}(?:@\\w{3,32})?(?![\\p{L}\\p{N}_/<>])`,
      'gu',
    ),
  },
  {
    type: 'hashtag',
    pattern: new RegExp(
      `(?<!${letter})#(?=[\\p{Nd}_\\u200c\\u00b7]*\\p{L})${letter}{1,256}(?!#)`,
      'gu',
    ),
  },
  {
    type: 'cashtag',
    pattern: new RegExp(`(?<![$]|${letter})[$](?:1INCH|[A-Z]{1,8})(?![$]|${letter})`, 'gu'),
  },
  { type: 'url', pattern: /(?<![a-z0-9])(?:tg|ton|tonsite):\/\/[\w./?=&-]+/gi },
  {
    type: 'email',
    pattern: /[a-z0-9_+~%.-]{1,64}@(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}/giu,
  },
  { type: 'phone_number', pattern: /(?<![\p{L}\p{N}+])\+\d(?:[ ()-]{0,2}\d){6,14}(?!\d)/gu },
  {
    type: 'url',
    pattern:
      /(?:(?:https?|ftp):\/\/)?(?:[^\s@/]{1,64}@)?(?:(?:[\p{L}\p{N}_-]+\.)+(?:xn--[a-z0-9-]+|\p{L}{2,})|(?:\d{1,3}\.){3}\d{1,3})(?::\d{1,5})?(?:[/?#][^\s<>"]*)?/giu,
  },
]
type FoundType =
  | 'mention'
  | 'bot_command'
  | 'hashtag'
  | 'cashtag'
  | 'url'
  | 'email'
  | 'phone_number'

/** Entities that nothing else may be inside of, or overlap with. */
const blocking: readonly string[] = ['code', 'pre', 'text_link', 'text_mention']
const known: readonly string[] = [
  'bold italic underline strikethrough spoiler',
  'blockquote expandable_blockquote custom_emoji date_time',
]
  .flatMap((types) => types.split(' '))
  .concat(
    blocking,
    found.map(({ type }) => type),
  )

export type SentText = { readonly text: string; readonly entities: readonly MessageEntity[] }

/** The text of a message as the server keeps it: cleaned, trimmed, and with what it finds in it. Throws `MessengerRefusal`. */
export function sentText(text: unknown, given: unknown): SentText {
  if (typeof text !== 'string' || text === '')
    throw new MessengerRefusal(400, 'Bad Request: message text is empty')
  const { text: left, entities } = withoutRemoved(text, readEntities(given))
  const cleaned = left.replaceAll(/[\p{Cc}]/gu, (sign) => (sign === '\n' ? sign : ' ')).trimEnd()
  if (cleaned === '') throw new MessengerRefusal(400, 'Bad Request: text must be non-empty')
  if (cleaned.length > textLengthMax)
    throw new MessengerRefusal(400, 'Bad Request: message is too long')
  const leading = Math.min(
    cleaned.length - cleaned.trimStart().length,
    ...entities.map(({ offset }) => offset),
  )
  const kept = cleaned.slice(leading)
  const moved = entities
    .map((entity) => ({ ...entity, offset: entity.offset - leading }))
    .filter(({ offset, length }) => offset + length <= kept.length && length > 0)
  return { text: kept, entities: withFound(kept, moved) }
}

/** Line separators, marks of direction, and three marks above or below letters. */
const isRemoved = (sign: string): boolean => /[\r\u2028-\u202e]|\u030a|\u0333|\u033f/.test(sign)

/** A text without the characters that the server removes, and its entities where they are then. */
function withoutRemoved(text: string, given: readonly MessageEntity[]): SentText {
  const signs = text.split('')
  const placeOf = (offset: number) => signs.slice(0, offset).filter((one) => !isRemoved(one)).length
  const entities = given.map((entity) => {
    const offset = placeOf(entity.offset)
    return { ...entity, offset, length: placeOf(entity.offset + entity.length) - offset }
  })
  return { text: signs.filter((one) => !isRemoved(one)).join(''), entities }
}

/** What the server makes active in a text as it comes, and the entities that came with it. */
export function foundIn(text: string, given: readonly MessageEntity[]): readonly MessageEntity[] {
  const left = withoutRemoved(text, given)
  return withFound(left.text, left.entities)
}

/** What the server adds to entities that came with a text. */
export function withFound(text: string, given: readonly MessageEntity[]): readonly MessageEntity[] {
  const taken = given.filter(({ type }) => blocking.includes(type)).map((entity) => ({ ...entity }))
  const added: MessageEntity[] = []
  for (const { type, pattern } of found)
    for (const { index: offset, 0: match } of text.matchAll(pattern)) {
      const entity = { type, offset, length: match.length }
      if ([...taken, ...added].every((other) => !overlaps(entity, other))) added.push(entity)
    }
  return [...given, ...added].toSorted((one, other) => one.offset - other.offset)
}

type Span = { readonly offset: number; readonly length: number }
const overlaps = (one: Span, other: Span): boolean =>
  one.offset < other.offset + other.length && other.offset < one.offset + one.length

function readEntities(given: unknown): readonly MessageEntity[] {
  if (given === undefined) return []
  const entities = Array.isArray(given) ? (given as readonly MessageEntity[]) : null
  if (entities === null || !entities.every(isEntity))
    throw new MessengerRefusal(400, "Bad Request: can't parse entities")
  for (const entity of entities)
    if (entity.type === 'text_link' && !hasKnownHost(entity.url))
      throw new MessengerRefusal(
        400,
        `Bad Request: entity URL '${entity.url}' is invalid: Wrong HTTP URL`,
      )
  return entities
}

/** The server refuses the whole text for the address of a host without a dot, such as one of a local network. */
const hasKnownHost = (url: string): boolean => /^https?:\/\/(?:[^/?#]*\.|\[)/i.test(url)

const isEntity = ({ type, offset, length, ...entity }: MessageEntity): boolean =>
  known.includes(type) &&
  [offset, length].every((value) => Number.isSafeInteger(value) && value >= 0) &&
  (type !== 'text_link' || ('url' in entity && URL.canParse(entity.url)))
