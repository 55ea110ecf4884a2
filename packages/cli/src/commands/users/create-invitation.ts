import { createInvitation, operator, roles, type Role } from '@ken/core'
import { invitationView } from '@ken/presentation'
import { Option, type Command } from 'commander'
import { valueOf } from '../../value-of.ts'
import { withKen } from '../../connect.ts'
import type { CommonOptions, World } from '../../world.ts'

type Options = CommonOptions & { readonly role: Role }

/** `ken users invite`: an invitation by email, for any role. */
export function createInvitationCommand(command: Command, world: World): void {
  command
    .argument('<email>', 'the address of the person')
    .addOption(
      new Option('--role <role>', 'the role of the person').choices(roles).default('Member'),
    )
    .addHelpText('after', '\nExample:\n  ken users invite ana@example.com --role Admin')
    .action((email: string, { role, ...options }: Options) =>
      withKen(world, options, async ({ run }, out) => {
        const invitation = valueOf(await run(createInvitation, { actor: operator, email, role }))
        out.result(invitationView(invitation), [
          `Invited ${invitation.email} to be ${role === 'Member' ? 'a' : 'an'} ${role}. The link works for 48 hours after the email is sent.`,
          'A running Ken sends the email; until then it waits.',
        ])
      }),
    )
}
