/** The credentials that Ken accepts, as the OpenAPI document describes them. */
export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ken_…',
    description: 'An API key of Ken. It is shown once, when it is created.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Valid for 15 minutes; `POST /login` returns it.',
  },
  serviceKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ken_…',
    description:
      'The API key of a surface, which acts on behalf of the person in `Ken-On-Behalf-Of`.',
  },
  refreshCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-ken_refresh',
    description:
      'The refresh token of a browser. The cookie is `ken_refresh` if people reach Ken over plain http.',
  },
} as const

export type CredentialName = keyof typeof securitySchemes
