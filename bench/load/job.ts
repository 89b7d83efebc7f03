/** What the load process is told to do and what it reports; sent between processes, so plain data. */

export interface Poster {
  readonly token: string | null
  readonly spaceId: string
  readonly accountId: string
  /** Another member of the space, to mention and to answer. */
  readonly other: { readonly id: string; readonly handle: string } | null
}

export interface Target {
  readonly port: number
  readonly streamPath: string
  readonly postPath: string
  readonly posters: readonly Poster[]
}

/** Whose processor time counts: the server's own process, and PostgreSQL with all its children. */
export interface Measured {
  readonly server: number
  readonly postgres: number | null
}

export type Posting =
  /** Each poster posts again as soon as it has its answer. */
  | { readonly kind: 'without pause'; readonly senders: number }
  | { readonly kind: 'steady'; readonly perSecond: number }

export interface FanOutJob {
  readonly kind: 'fan-out'
  readonly target: Target
  readonly measured: Measured
  readonly readers: number
  readonly posting: Posting
  readonly warmUpMs: number
  readonly measureMs: number
  /** Every so often a share of the readers drops its connection and comes back with its position. */
  readonly drops?: { readonly share: number; readonly everyMs: number }
}

export interface FanOutResult {
  readonly posted: number
  readonly deliveries: number
  readonly deliveriesPerSecond: number
  readonly serverCpuUs: number
  readonly postgresCpuUs: number
  /** From sending the post to its last reader. */
  readonly lastReaderP50Ms: number
  readonly lastReaderP99Ms: number
  readonly bytesPerDelivery: number
  readonly lost: number
  readonly repeated: number
  /** Connections that readers opened again, whoever had ended them. */
  readonly reconnects: number
}

export interface PostsJob {
  readonly kind: 'posts'
  readonly target: Target
  readonly measured: Measured
  readonly senders: number
  readonly warmUpMs: number
  readonly measureMs: number
}

export interface PostsResult {
  readonly postsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly serverCpuUs: number
  readonly postgresCpuUs: number
}

export type Job = FanOutJob | PostsJob

export type Report =
  | { readonly kind: 'measuring' }
  | { readonly kind: 'done'; readonly result: FanOutResult | PostsResult }
  | { readonly kind: 'failed'; readonly reason: string }
