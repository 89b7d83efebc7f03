/** The period and the limit of the catch-up: the page's options, and those of its URL. Pure. */
import { CATCH_UP_SIZES, type CatchUpSize } from '@flockwork/contract/catch-up'
import { CATCH_UP_TOKENS_DEFAULT } from '@flockwork/contract/limits'
import { readSince } from '@flockwork/contract/text/since'
import type { CatchUpParams } from './params.ts'

/** The URL may also contain a time. */
export const PERIODS = ['last', '24h', '7d'] as const
export type Period = (typeof PERIODS)[number]

export interface CatchUpRequest {
  /** Absent: since the user last read here. */
  readonly since?: string
  readonly tokens: CatchUpSize
}

/** Omits values that the server would refuse. */
export function requestOf({ since, tokens }: CatchUpParams): CatchUpRequest {
  const isTime = since !== undefined && readSince(since, Date.now()) !== undefined
  const size = CATCH_UP_SIZES.find((one) => one === tokens) ?? CATCH_UP_TOKENS_DEFAULT
  return { ...(isTime && { since }), tokens: size }
}

/** The selected period; null for a custom time. */
export function periodOf({ since }: Pick<CatchUpRequest, 'since'>): Period | null {
  if (since === undefined) return 'last'
  return PERIODS.find((period) => period === since) ?? null
}
