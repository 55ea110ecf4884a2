import type { Action, Entry } from './entry.ts'
import type { Messages } from './messages.en.ts'

/** The words of these acts say themselves that something failed. */
const failures: ReadonlySet<Action> = new Set([
  'identity.guesses_exhausted',
  'session.reuse',
  'sign_in.fail',
  'sign_in.guesses_exhausted',
])

/** What was done, or what was tried and refused. */
export function sentenceOf(entry: Entry, messages: Messages): string {
  const { action, outcome } = entry
  if (outcome === 'success' || failures.has(action)) return doneIn(entry, messages)
  if (!(action in messages.attempts)) return messages.refused(doneIn(entry, messages))
  const attempt = messages.attempts[action as keyof Messages['attempts']]
  return attempt(nameOf(entry, messages), isOwn(entry))
}

/** Names the target; one that was deleted has its id. A target that is the actor is not named. */
function doneIn(entry: Entry, messages: Messages): string {
  const { action } = entry
  if (isOwn(entry) || !(action in messages.sentences)) return messages.actions[action]
  const sentence = messages.sentences[action as keyof Messages['sentences']]
  return sentence(nameOf(entry, messages), entry.member_name ?? String(entry.meta['user_id'] ?? ''))
}

const isOwn = ({ target, actor_id: actor }: Entry): boolean =>
  actor !== null && target === `user:${actor}`

function nameOf(
  { target, target_name: name, target_owner_name: owner }: Entry,
  { ofOwner }: Messages,
): string {
  if (name === null) return target.slice(target.indexOf(':') + 1)
  return owner === null ? name : ofOwner(name, owner)
}

/** Who did it: the current name, else the id. Ken itself revokes what its rules no longer allow. */
export const actorOf = (
  { actor_name: name, actor_id: id, via }: Entry,
  { operator, unknown }: Messages,
): string => {
  if (via === 'worker') return 'Ken'
  return name ?? id ?? (via === 'cli' ? operator : unknown)
}
