import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../../language/use-messages.ts'
import { numberInWords } from '../../language/words.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { useFocus } from '../../ui/page/use-focus.ts'
import { Card } from '../card.tsx'
import { signInMessages } from '../messages.ts'
import type { StageProps } from './stage-props.ts'

type CodesLeftProps = Pick<StageProps, 'position'> & { readonly onDone: () => void }

const fewCodes = 3

/** After a sign-in with a recovery code, which works once: how many are left. */
export function CodesLeftStage({ position, onDone }: CodesLeftProps): ReactNode {
  const messages = useMessages(signInMessages)
  const language = useLanguage()
  const button = useFocus<HTMLButtonElement>()
  const left = useProfile().data?.mfa.recovery_codes_left
  return (
    <Card title={messages.codeUsed} position={position} onSubmit={onDone}>
      {left !== undefined && (
        <Notice kind={left <= fewCodes ? 'caution' : 'plain'} role="status">
          <p>{messages.codesLeft(left, numberInWords(left, language))}</p>
          {left <= fewCodes && <p>{messages.renewSoon}</p>}
        </Notice>
      )}
      <Button type="submit" ref={button}>
        {messages.continue}
      </Button>
    </Card>
  )
}
