import type { CopiedToServer } from '@ken/composition'
import { grouped, plural } from '../../terminal/output.ts'
import { shellWord } from './shell-word.ts'

type Where = {
  readonly to: string
  readonly directory: string
  /** The file of the secrets; null if they are given by KEN_SECRETS. */
  readonly secretsAt: string | null
}

/** What was copied, and what to do next. */
export const linesOfCopy = (
  { tables, rows, links, broken, vectorsLeft, isNoted }: CopiedToServer,
  { to, directory, secretsAt }: Where,
): readonly string[] => [
  `Copied ${plural(rows, 'row')} of ${plural(tables, 'table')}. ${plural(links, 'link')} of the audit log verified on the server.`,
  ...(broken === 0
    ? []
    : [
        `Of these, ${grouped(broken)} did not fit before the copy either: compare the audit log with a backup.`,
      ]),
  ...(vectorsLeft === 0
    ? []
    : [
        `Not copied: ${plural(vectorsLeft, 'vector')}, because the server has no pgvector. Install it and run "ken migrate". A running Ken then embeds these passages again.`,
      ]),
  'Run every process of Ken with:',
  `  export KEN_DATABASE_URL=${shellWord(withoutPassword(to))}`,
  secretsAt === null
    ? '  and the same KEN_SECRETS as before'
    : `  export KEN_SECRETS_FILE=${shellWord(secretsAt)}`,
  isNoted
    ? `Ken now refuses to run on ${directory}: both would send the waiting emails and answer in the chats.`
    : `This could not be noted in ${directory}. Never start Ken on it again: both would send the waiting emails and answer in the chats.`,
]

/** The URL as it may be shown. */
function withoutPassword(to: string): string {
  const url = new URL(to)
  return url.password === '' ? to : Object.assign(url, { password: 'PASSWORD' }).href
}
