import {
  operator,
  verifyAuditChain,
  type VerifiedAuditChain,
  type VerifyAuditChain,
} from '@ken/core'
import type { Command } from 'commander'
import { CommandFailed } from '../command-failed.ts'
import { valueOf } from '../value-of.ts'
import { withKen } from '../connect.ts'
import { grouped } from '../terminal/output.ts'
import { slowProgress } from '../terminal/slow-progress.ts'
import type { CommonOptions, Connection, World } from '../world.ts'

/** `ken audit verify`: verifies the chain of the audit log, and names its first break. */
export function verifyAuditCommand(command: Command, world: World): void {
  command.addHelpText('after', '\nExample:\n  ken audit verify').action((options: CommonOptions) =>
    withKen(world, options, async ({ run }, out) => {
      const chain = await verifyInParts(run, world, options)
      const { checked, broken, unlinked, head, firstBreak } = chain
      const first_break =
        firstBreak === null ? null : { id: firstBreak.id, at: firstBreak.at?.toISOString() ?? null }
      out.result({ checked, broken, unlinked, head, first_break }, [
        `${grouped(checked - broken)} links verified.`,
        ...(head === null ? [] : [`Head: ${head.position} ${head.hash}`]),
      ])
      const faults = [...breakFaults(chain), ...unlinkedFaults(unlinked)]
      if (faults.length > 0) throw new CommandFailed(faults.join('\n'))
    }),
  )
}

const linksPerPart = 10_000

async function verifyInParts(
  run: Connection['run'],
  world: World,
  options: CommonOptions,
): Promise<VerifiedAuditChain> {
  const progress = slowProgress(world, options, { verb: 'Verifying', noun: 'links' })
  let chain: VerifiedAuditChain | null = null
  try {
    do {
      const part: VerifyAuditChain['part'] = { linksMax: linksPerPart, earlier: chain }
      chain = valueOf(await run(verifyAuditChain, { actor: operator, part }))
      progress.report(chain.checked, chain.head?.position ?? 0)
      // A running server of an earlier version has no parts: it verified the whole chain.
    } while (typeof chain.next === 'number')
  } finally {
    await progress.stop()
  }
  return chain
}

function breakFaults({ broken, firstBreak }: VerifiedAuditChain): readonly string[] {
  if (firstBreak === null) return []
  const { id, at } = firstBreak
  const entry = `entry ${id} ${at === null ? 'at an unknown time' : `of ${at.toISOString()}`}`
  const fault =
    broken === 1
      ? `The link of ${entry} does not fit`
      : `${grouped(broken)} links do not fit, the first is that of ${entry}`
  return [
    `${fault}: the entry or the link was changed or removed. Compare the audit log with a backup.`,
  ]
}

const unlinkedFaults = (count: number): readonly string[] =>
  count === 0
    ? []
    : [
        `${grouped(count)} ${count === 1 ? 'entry' : 'entries'} older than 10 minutes without a link. If no scheduler was running, start "ken start" or "ken scheduler", and verify again after a minute. Otherwise links were removed: compare the audit log with a backup.`,
      ]
