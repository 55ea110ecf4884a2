import { createInvitation, operator, roles, type Role } from '@ken/core'
import { Option, type Command } from 'commander'
import { valueOf } from '../command-failed.ts'
import { withKen } from '../connect.ts'
import type { CommonOptions, World } from '../world.ts'

type Options = CommonOptions & { readonly role: Role }

/** `ken users invite`: an invitation by mail, for any role. */
export function createInvitationCommand(command: Command, world: World): void {
  command
    .argument('<email>', 'where the mail goes')
    .addOption(new Option('--role <role>', 'what the person is to be').choices(roles).default('Member'))
    .addHelpText('after', '\nExample:\n  ken users invite ana@example.com --role Admin')
    .action((email: string, { role, ...options }: Options) =>
      withKen(world, options, async ({ run }, out) => {
        const invitation = valueOf(await run(createInvitation, { actor: operator, email, role }))
        const { id, state, createdAt } = invitation
        out.result({ id, email: invitation.email, role, state, created_at: createdAt.toISOString() }, [
          `Invited ${invitation.email} to be ${role === 'Member' ? 'a' : 'an'} ${role}. The link works for 48 hours from when the mail is sent.`,
          'A running Ken sends it; without one it waits.',
        ])
      }),
    )
}
