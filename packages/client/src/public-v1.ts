/** The types of the public contract: `vitest run generated-clients -u` writes them from the served document. */
export interface paths {
    readonly "/public/v1/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Search the knowledge base
         * @description Finds what answers a query, by words and, where an embedder is configured, by meaning. Results are what the person may see who signed in, owns the key, or is named by `Ken-On-Behalf-Of`, narrowed by the key; nothing else changes them.
         */
        readonly post: operations["search"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/public/v1/openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * This contract for programs
         * @description The OpenAPI 3.1 document of the public contract, made from the very validators that requests pass. Needs no key.
         */
        readonly get: operations["getOpenApiDocument"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/public/v1/docs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * This contract for people
         * @description The reference as a page, rendered from the OpenAPI document. Needs no key.
         */
        readonly get: operations["getReference"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly SearchAnswer: {
            /** @description What answers the query, best first; at most `limit`. */
            readonly results: readonly components["schemas"]["Finding"][];
            /** @description True when results were found by words alone because the embedder did not respond. */
            readonly degraded: boolean;
        };
        readonly Finding: {
            readonly title: string;
            /** @description Plain text around the best match. */
            readonly snippet: string;
            /**
             * @description The kind of place the finding comes from.
             * @example ticket
             */
            readonly source: string;
            /**
             * Format: uri
             * @description Address of the document: http or https where it is on the web, otherwise `urn:uuid:` and an id that stays the same.
             */
            readonly url: string;
            /** @description 0 to 1, best first; comparable within one answer only. */
            readonly score: number;
        };
        readonly Problem: {
            /**
             * Format: uri-reference
             * @description Address of the description of this kind of problem.
             */
            readonly type: string;
            /** @description The kind of problem, always in the same words. */
            readonly title: string;
            /** @description The HTTP status once more. */
            readonly status: number;
            /** @description What happened this time and what to do about it. */
            readonly detail: string;
            /** @description The kind of problem, for programs. */
            readonly code: string;
            /**
             * Format: uuid
             * @description Names this request in the logs of the service.
             */
            readonly request_id: string;
            /** @description What is wrong with which field. */
            readonly errors?: readonly {
                /** @description JSON pointer to the field, as a URI fragment (RFC 6901). */
                readonly pointer: string;
                readonly detail: string;
            }[];
            /** @description Why the team-chat server does not serve the bot, from a closed list. */
            readonly reason?: string;
            /** @description Every rule that a refused password breaks. */
            readonly reasons?: readonly string[];
        };
        readonly SearchRequest: {
            /** @description Free text: words or a question. */
            readonly query: string;
            /**
             * @description The most results wanted.
             * @default 10
             */
            readonly limit?: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly search: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description With a service key, and with no other credential: the external id of the person who asks. A service key without it is refused with `ON_BEHALF_OF_REQUIRED`, any other credential with it with `ON_BEHALF_OF_NOT_ALLOWED`, and whoever is not linked, known or not, with `IDENTITY_NOT_LINKED`. */
                readonly "ken-on-behalf-of"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "query": "how do I rotate an API key",
                 *       "limit": 3
                 *     }
                 */
                readonly "application/json": components["schemas"]["SearchRequest"];
            };
        };
        readonly responses: {
            /** @description The findings. */
            readonly 200: {
                headers: {
                    /** @description Names this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Requests remaining (`r`) and seconds until the window starts anew (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "title": "Rotate an API key",
                     *           "snippet": "Create a new key, verify it, then revoke the old one.",
                     *           "source": "wiki",
                     *           "url": "https://wiki.example.com/keys/rotate",
                     *           "score": 0.9677
                     *         }
                     *       ],
                     *       "degraded": false
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SearchAnswer"];
                };
            };
            /** @description `INVALID_REQUEST`: The request is not valid. `ON_BEHALF_OF_REQUIRED`: This key speaks for others only. `ON_BEHALF_OF_NOT_ALLOWED`: This credential speaks for its owner only. */
            readonly 400: {
                headers: {
                    /** @description Names this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Requests remaining (`r`) and seconds until the window starts anew (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHENTICATED`: A valid credential is required. `TOKEN_EXPIRED`: The access token has expired. */
            readonly 401: {
                headers: {
                    /** @description Names this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description The scheme to authenticate with. */
                    readonly "WWW-Authenticate"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `IDENTITY_NOT_LINKED`: The identity is not linked. `PASSWORD_CHANGE_REQUIRED`: The temporary password must be replaced. `FORBIDDEN`: This is not allowed. `MFA_ENROLMENT_REQUIRED`: A second factor is required. */
            readonly 403: {
                headers: {
                    /** @description Names this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Requests remaining (`r`) and seconds until the window starts anew (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_ACCEPTABLE`: The answer is JSON only. */
            readonly 406: {
                headers: {
                    /** @description Names this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Requests remaining (`r`) and seconds until the window starts anew (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            readonly 413: {
                headers: {
                    /** @description Names this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Requests remaining (`r`) and seconds until the window starts anew (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is of another type than is taken here. */
            readonly 415: {
                headers: {
                    /** @description Names this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Requests remaining (`r`) and seconds until the window starts anew (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            readonly 429: {
                headers: {
                    /** @description Names this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    readonly "Retry-After"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Requests remaining (`r`) and seconds until the window starts anew (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Something went wrong in Ken. */
            readonly 500: {
                headers: {
                    /** @description Names this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Requests remaining (`r`) and seconds until the window starts anew (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAVAILABLE`: Ken cannot answer at the moment. */
            readonly 503: {
                headers: {
                    /** @description Names this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    readonly "Retry-After"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Requests remaining (`r`) and seconds until the window starts anew (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly getOpenApiDocument: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The document. */
            readonly 200: {
                headers: {
                    /** @description Names this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0"
                     *     }
                     */
                    readonly "application/json": {
                        readonly openapi: string;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong in Ken. */
            readonly 500: {
                headers: {
                    /** @description Names this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly getReference: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The page. */
            readonly 200: {
                headers: {
                    /** @description Names this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html>… */
                    readonly "text/html": string;
                };
            };
            /** @description `INTERNAL`: Something went wrong in Ken. */
            readonly 500: {
                headers: {
                    /** @description Names this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
