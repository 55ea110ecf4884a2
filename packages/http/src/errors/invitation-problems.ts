import { conflict, forbidden, invalidRequest, notFound, type ProblemsOf } from './problem.ts'

/** The failures of invitations. */
export const invitationProblems = {
  'invitation.not_found': notFound,
  'invitation.settled': conflict,
  'invitation.superseded': conflict,
  'invitation.roles_forbidden': {
    ...forbidden,
    detail:
      'Your role may not grant the roles on the lines named in `errors`. Nothing was imported.',
    errors: ({ lines }) =>
      lines.map((line) => ({
        pointer: `#/${line}`,
        detail: 'asks for a role that you may not grant',
      })),
  },
  'invitation.lines_too_many': invalidRequest,
  'invitation.import_not_found': notFound,
} as const satisfies ProblemsOf<'invitation'>
