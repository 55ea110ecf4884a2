import { createRoute, z } from '@hono/zod-openapi'
import { verifySecondFactor } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { deviceOf } from '../../request/origin.ts'
import { sameOrigin } from '../../security/same-origin.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { jsonAnswer, jsonRequest } from '../declarations.ts'
import { mount } from '../mount.ts'
import { hasOneProof, proofFault, proofFields, proofOf } from '../proof.ts'
import { exampleChallenge, signInStepSchema, stageProblems, takeStep } from './sign-in-step-view.ts'

/** The second stage: the second factor of who has one. */
export const verifySecondFactorRoute = createRoute({
  operationId: 'verifySecondFactor',
  method: 'post',
  path: '/login/mfa',
  tags: ['Sign-in'],
  summary: 'Prove the second factor',
  security: [],
  request: jsonRequest(
    z
      .strictObject({ challenge: z.string(), ...proofFields })
      .refine(hasOneProof, proofFault)
      .openapi('SecondFactorRequest'),
    { challenge: exampleChallenge, code: '492039' },
  ),
  responses: {
    200: jsonAnswer('The session, or what to do next.', signInStepSchema),
    ...problemResponses(...stageProblems),
  },
})

/** Serves the second stage. */
export const mountVerifySecondFactor = (app: SurfaceApp, surface: Surface) =>
  mount(app, verifySecondFactorRoute, [sameOrigin(surface.ken.config.baseUrl)], async (context) => {
    const { challenge, ...fields } = context.req.valid('json')
    const from = deviceOf(context, surface)
    const outcome = await verifySecondFactor(surface.ken.ports, { challenge, proof: proofOf(fields), ...from })
    return outcome.ok ? answerJson(context, takeStep(context, surface, outcome.value), 200) : problem(context, outcome.error)
  })
