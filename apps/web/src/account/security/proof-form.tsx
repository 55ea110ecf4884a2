import type { SecondFactorProof } from '@ken/client'
import { useState, type ReactNode } from 'react'
import {
  isCodeRefused,
  noProof,
  ProofField,
  proofOf,
  ProofSwitch,
  type TypedProof,
} from '../../credentials/proof-field.tsx'
import { Problem } from '../../ui/refusals/problem.tsx'
import { useAct } from '../../ui/acts/use-act.ts'
import { DisclosedForm } from './disclosure.tsx'

type ProofFormProps<Outcome> = {
  readonly label: string
  readonly consequence: string
  readonly button: string
  readonly send: (proof: SecondFactorProof) => Promise<Outcome>
  readonly onDone: (outcome: Outcome) => void
  readonly onCancel: () => void
}

/** An act on the second factor, which the server allows with a fresh code only. */
export function ProofForm<Outcome>({ send, onDone, ...form }: ProofFormProps<Outcome>): ReactNode {
  const [typed, setTyped] = useState(noProof)
  const act = useAct(send, onDone)
  const isRefused = isCodeRefused(act.error)
  const run = (proof: TypedProof) => act.run(proofOf(proof))
  const change = (other: TypedProof) => {
    setTyped(other)
    act.clear()
  }
  return (
    <DisclosedForm
      {...form}
      isEnding
      act={act}
      more={<ProofSwitch typed={typed} onType={change} />}
      onSubmit={() => run(typed)}
    >
      {act.error !== null && !isRefused && <Problem error={act.error} />}
      {/* The button is pressed by a person: the act ends something. */}
      <ProofField typed={typed} isRefused={isRefused} onType={setTyped} onComplete={() => {}} />
    </DisclosedForm>
  )
}
