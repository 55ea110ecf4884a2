import {
  endAccountSessions,
  endAllAccountSessions,
  findAccount,
  operator,
  type EndedSessions,
} from '@ken/core'
import type { Command } from 'commander'
import { wrongUsage } from '../../command-failed.ts'
import { valueOf } from '../../value-of.ts'
import { withKen } from '../../connect.ts'
import { plural } from '../../terminal/output.ts'
import { startProgress } from '../../terminal/progress.ts'
import type { CommonOptions, Connection, World } from '../../world.ts'

type Options = CommonOptions & { readonly all?: boolean }

/** `ken users end-sessions`: signs a person or everyone out, and changes nothing else. */
export function endSessionsCommand(command: Command, world: World): void {
  command
    .argument('[email]', "the person's address")
    .option('--all', 'sign everyone out')
    .addHelpText(
      'after',
      '\nExamples:\n  ken users end-sessions ana@example.com\n  ken users end-sessions --all',
    )
    .addHelpText('after', '\nPasswords, API keys and two-factor authentication stay as they are.')
    .action((email: string | undefined, { all = false, ...options }: Options) => {
      if (all === (email !== undefined))
        throw wrongUsage('Give the address of a person, or use --all.')
      return withKen(world, options, async ({ run }, out) => {
        const ended =
          email === undefined
            ? await endOfEveryone(run, world, options)
            : await endOfPerson(run, email)
        const { people, sessions, whose, none } = ended
        out.result(
          { people, sessions },
          sessions === 0
            ? [none]
            : [
                `Ended ${plural(sessions, 'session')} of ${whose}.`,
                'Access tokens that were issued before can only read, and expire within 15 minutes.',
              ],
        )
      })
    })
}

async function endOfEveryone(run: Connection['run'], world: World, options: CommonOptions) {
  const progress = await startProgress(world, options, { verb: 'Signing out', noun: 'accounts' })
  let [accounts, people, sessions] = [0, 0, 0]
  let after: EndedSessions['next'] = null
  try {
    do {
      const ended: EndedSessions = await run(endAllAccountSessions, { actor: operator, after })
      accounts += ended.accounts
      people += ended.people
      sessions += ended.sessions
      after = ended.next
      progress.report(accounts, null)
    } while (after !== null)
  } finally {
    progress.stop()
  }
  return { people, sessions, whose: plural(people, 'account'), none: 'No one is signed in.' }
}

async function endOfPerson(run: Connection['run'], address: string) {
  const { id: userId, email } = valueOf(await run(findAccount, { actor: operator, email: address }))
  const { ended } = valueOf(await run(endAccountSessions, { actor: operator, userId }))
  return {
    people: Math.sign(ended),
    sessions: ended,
    whose: email,
    none: `${email} is not signed in.`,
  }
}
