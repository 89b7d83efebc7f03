/** The load process's job and report: plain data, sent between processes. */

export interface Poster {
  readonly token: string | null
  readonly spaceId: string
  readonly accountId: string
  /** Another member of the space, to mention and reply to. */
  readonly other: { readonly id: string; readonly handle: string } | null
}

export interface Target {
  readonly port: number
  readonly streamPath: string
  readonly postPath: string
  readonly posters: readonly Poster[]
}

/** The processes whose CPU time is measured: the server's own, and PostgreSQL with all its children. */
export interface Measured {
  readonly server: number
  readonly postgres: number | null
}

export type Posting =
  /** Each poster posts again as soon as it has its response. */
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
  /** At this interval, a share of the readers disconnects and resumes with its cursor. */
  readonly drops?: { readonly share: number; readonly everyMs: number }
}

export interface FanOutResult {
  readonly posted: number
  readonly deliveries: number
  readonly deliveriesPerSecond: number
  readonly serverCpuUs: number
  readonly postgresCpuUs: number
  /** From sending the post until its last reader has received it. */
  readonly lastReaderP50Ms: number
  readonly lastReaderP99Ms: number
  readonly bytesPerDelivery: number
  readonly lost: number
  readonly repeated: number
  /** Connections that readers reopened, whichever side had closed them. */
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

export interface McpCallsJob {
  readonly kind: 'mcp-calls'
  readonly port: number
  readonly path: string
  readonly token: string | null
  /** The tool to call, with its arguments. */
  readonly tool: string
  readonly given: object
  readonly measured: Measured
  /** The number of concurrent calls. */
  readonly callers: number
  readonly warmUpMs: number
  readonly measureMs: number
}

export interface McpCallsResult {
  readonly callsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly serverCpuUs: number
  readonly postgresCpuUs: number
}

export interface McpWaitsJob {
  readonly kind: 'mcp-waits'
  readonly target: Target
  readonly agents: readonly { readonly handle: string; readonly token: string }[]
  readonly waitsEach: number
  readonly measured: Measured
  /** How often one agent is mentioned, and how often all of them in one message. */
  readonly mentions: number
  readonly storms: number
  readonly warmUpMs: number
  readonly measureMs: number
}

export interface McpWaitsResult {
  /** From sending the post to the response of a wait. */
  readonly mentionP50Ms: number
  readonly mentionP95Ms: number
  readonly stormP50Ms: number
  readonly stormP95Ms: number
  /** CPU time for each wait that a message to all agents woke, until it waits again. */
  readonly serverCpuUs: number
  readonly postgresCpuUs: number
}

export type Job = FanOutJob | PostsJob | McpCallsJob | McpWaitsJob

interface Results {
  readonly 'fan-out': FanOutResult
  readonly posts: PostsResult
  readonly 'mcp-calls': McpCallsResult
  readonly 'mcp-waits': McpWaitsResult
}
export type ResultOf<J extends Job> = Results[J['kind']]

export type Report =
  | { readonly kind: 'measuring' }
  | { readonly kind: 'done'; readonly result: ResultOf<Job> }
  | { readonly kind: 'failed'; readonly reason: string }
