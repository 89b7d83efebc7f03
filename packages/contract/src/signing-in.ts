/** The navigations for signing in at the provider, and the public keys of tokens. */
import * as z from 'zod/mini'
import { route } from './route.ts'

export const keyRoutes = {
  keys: route({
    method: 'GET',
    path: '/.well-known/jwks.json',
    access: 'public',
    summary: 'The public keys that access tokens are signed with',
    answer: z.object({
      keys: z.array(
        z.object({
          kid: z.string(),
          kty: z.string(),
          crv: z.string(),
          x: z.string(),
          alg: z.string(),
          use: z.string(),
        }),
      ),
    }),
  }),
}

/** Navigations, not calls: they always end at a page. 404 if no provider is configured. */
export const providerNavigations = {
  start: route({
    method: 'GET',
    path: '/auth/github',
    access: 'public',
    summary: 'Sign in at the code-hosting provider: leads there, or to the login screen with `error`',
    query: z.object({
      /** A path of this site. */
      next: z.optional(z.string()),
      /** For the first account of an open host. */
      setup_code: z.optional(z.string()),
    }),
    isNavigation: true,
  }),
  callback: route({
    method: 'GET',
    path: '/auth/github/callback',
    access: 'public',
    summary: 'The way back from the provider: leads to `next` signed in, or to the login screen with `error`',
    query: z.object({
      state: z.optional(z.string()),
      code: z.optional(z.string()),
      error: z.optional(z.string()),
    }),
    isNavigation: true,
  }),
}
